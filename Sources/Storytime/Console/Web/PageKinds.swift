import Quill

/// A page that draws covers. It alone may show pictures from elsewhere; a test finds the pages whose
/// templates draw covers and that don't say so.
protocol PageWithCovers: Page {}

/// A page that plays a video, which may come from Mux.
protocol PageWithVideo: Page {}

/// A page whose script sends a file to another server.
protocol PageWithUpload: Page {
    var uploadOrigin: Origin { get }
}
