import Quill

/// A page that draws covers. Only these may show pictures from elsewhere; a test finds pages whose
/// templates draw covers without saying so.
protocol PageWithCovers: Page {}

/// A page that plays a video, which may come from Mux.
protocol PageWithVideo: Page {}

/// A page of Kids Mode: no link on it leads outside, and no browser may lift its video out of it.
protocol PageForKids: Page {}

/// A page whose script sends a file to another server.
protocol PageWithUpload: Page {
    var uploadOrigin: Origin { get }
}
