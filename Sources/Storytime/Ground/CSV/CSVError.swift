import HTTP
import Received

/// What is wrong with a file that was read as CSV, and in which line of it.
///
/// Its description is a sentence for the person who uploaded the file. Failures of the disk are
/// not among these: they are `FileError`s.
struct CSVError: Error, Equatable, CustomStringConvertible {
    enum Reason: Equatable {
        case empty
        case unknownDelimiter(Character)
        case unclosedQuote
        case textAfterQuote
        case spaceBeforeQuote
        case cellTooLong
        case rowTooLong
        case tooManyColumns
        case tooManyMarks
    }

    /// Counted from 1, in lines of the file: a cell may have several.
    let line: Int
    let reason: Reason

    var description: String { "Line \(Counted.number(line)): \(sentence)" }

    /// The same for a row that begins in that line; `head` is how many lines come before the table.
    func complaint(inRowAt rowLine: Int, after head: Int) -> String {
        guard line == rowLine else {
            return CSVError(line: line + head, reason: reason).description
        }
        return sentence.prefix(1).uppercased() + sentence.dropFirst()
    }

    private var sentence: String {
        switch reason {
        case .empty:
            "the file is empty; its first line must have the column names."
        case .unknownDelimiter(let delimiter):
            "“sep=\(delimiter)” names a separator that isn’t a comma, a semicolon or a tab."
        case .unclosedQuote:
            "the quote (\") that starts in this line is never closed. Remove it, or add the closing one."
        case .textAfterQuote:
            "there is text after a closing quote (\"). Write quotes inside a cell twice (\"\"), "
                + "or add a quote that is missing."
        case .spaceBeforeQuote:
            "there is a space before an opening quote (\"); remove it."
        case .cellTooLong:
            "the cell that starts here is longer than "
                + "\(Counted.number(CSVReader.maximumCellBytes)) bytes; "
                + "perhaps its quote (\") isn’t closed."
        case .rowTooLong:
            "this row is longer than \(Counted.number(CSVReader.maximumRowBytes)) bytes."
        case .tooManyColumns:
            "this row has more than \(Counted.number(CSVReader.maximumColumns)) columns."
        case .tooManyMarks:
            "a letter in the cell that ends here has more than "
                + "\(Counted.number(ReceivedText.maximumMarks)) accents or marks, or there are more than "
                + "\(Counted.number(ReceivedText.maximumMarks / 2)) flags in a row in it; use fewer."
        }
    }
}
