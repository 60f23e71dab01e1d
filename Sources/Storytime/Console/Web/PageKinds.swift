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

/// A page that plays a video from wherever a parent said. Each is one video's own page.
protocol PageWithWebVideo: Page {}

/// A page with another site's page in a frame: the player of that site. No other page has a frame.
protocol PageWithFrame: Page {
    /// The origin of what is in the frame.
    static var frameOrigin: String { get }
}

/// A page whose script may listen to the microphone, if its reader lets it. No other page may even ask.
protocol PageWithMicrophone: Page {}
