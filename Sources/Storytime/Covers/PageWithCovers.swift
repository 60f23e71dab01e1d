import Quill

/// A page that draws covers. It alone may show pictures from elsewhere; a test finds the pages whose
/// templates draw covers and that don't say so.
protocol PageWithCovers: Page {}
