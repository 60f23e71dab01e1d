/// A part of an open file, as a response's content.
package struct FileBody: Sendable {
    package let file: OpenFile
    package var range: Range<Int>

    package init(file: OpenFile, range: Range<Int>) {
        self.file = file
        self.range = range
    }

    /// The whole file.
    package init(file: OpenFile) {
        self.init(file: file, range: 0..<file.size)
    }
}
