import Glibc
import Storytime

exit(CommandLineTool.run())
