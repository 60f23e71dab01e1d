import Glibc
import Storytime

exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())))
