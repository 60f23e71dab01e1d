import Foundation
import SQLite
import Testing

@testable import Storytime

@Suite("What the program needs and doesn't have")
struct LackTests {
    private func lacks(_ change: (inout Configuration) -> Void) -> [Lack] {
        var configuration = Configuration()
        change(&configuration)
        return Features(Program.features).lacks(configuration)
    }

    @Test("A folder is told once, with its user and everything that can't be put into it")
    func folder() throws {
        let folder = try TemporaryFolder()
        _ = try BlockedFolder(folder.file("media"))
        let found = lacks { $0.data = folder.path }.filter {
            if case .folder = $0.thing { true } else { false }
        }
        let lack = try #require(found.first)
        #expect(found.count == 1 && lack.isFault)
        #expect(lack.what.contains("The folder \(folder.file("media")) can’t be written"))
        #expect(lack.what.contains("by the user \(ProgramUser.name): Not a directory."))
        for words in ["Videos and captions", "Covers", "Photos", "Move away", "No restart"] {
            #expect(lack.text.contains(words), "\(words)")
        }
        #expect(!lack.text.contains("import"))
    }

    @Test("A folder is told before what is in it, whatever the order; programs are never merged")
    func merging() {
        func lack(_ thing: Lack.Thing, _ stops: String) -> Lack {
            Lack(thing: thing, what: "", stops: [stops], remedy: "")
        }
        let told = [
            lack(.program("/data/media/vips"), "1"), lack(.folder("/data/media/photos"), "2"),
            lack(.folder("/data/media2"), "3"), lack(.folder("/data/media"), "4"),
            lack(.folder("/data/media"), "2"),
        ].merged()
        #expect(told.map(\.stops) == [["4", "2"], ["3"], ["1"]])
    }

    @Test("An inbox that can't be written is told and may be meant so; the data folder is never")
    func inbox() throws {
        let folder = try TemporaryFolder()
        _ = try BlockedFolder(folder.file("inbox"))
        let inbox = lacks { $0.data = folder.path }.filter { $0.what.contains(folder.path) }
        #expect(inbox.count == 1 && inbox.first?.isFault == false)
        #expect(inbox.first?.text.contains("stay in the inbox") == true)
        let data = lacks { $0.data = folder.file("inbox") }.filter { $0.what.contains(folder.path) }
        #expect(data.count == 1 && data.first?.isFault == true)
    }

    @Test("A program that isn't there is named with its setting; one that was set is a fault")
    func programs() throws {
        let all = lacks {
            $0.ffmpeg = "no-such-ffmpeg"
            $0.photos.vips = "/nowhere/vips"
            $0.transcribing.command = "no-such-writer"
        }
        let found = Dictionary(uniqueKeysWithValues: all.map { ($0.what, $0) })
        let ffmpeg = try #require(
            found["The program no-such-ffmpeg isn’t installed on this server."]
        )
        #expect(!ffmpeg.isFault && ffmpeg.message.contains("STORYTIME_FFMPEG"))
        let vips = try #require(found["The program /nowhere/vips isn’t installed on this server."])
        #expect(vips.message.contains("Photos wait for it"))
        let writer = try #require(
            found["The program no-such-writer isn’t installed on this server."]
        )
        #expect(writer.isFault && writer.message.contains("STORYTIME_TRANSCRIBE_COMMAND"))
    }

    @Test(
        "A program that doesn't run here says why, and one that is too old from when on it is tested"
    )
    func broken() throws {
        let folder = try TemporaryFolder()
        let (broken, old) = (folder.file("broken"), folder.file("old"))
        try StandIn.write("#!/bin/sh\necho 'libx264.so.164: not found' >&2; exit 127\n", to: broken)
        try StandIn.write("#!/bin/sh\necho 'ffmpeg version 4.4.2-0ubuntu Copyright'\n", to: old)
        let words = lacks { ($0.ffmpeg, $0.ffprobe) = (broken, old) }.map(\.what)
        #expect(
            words.contains("The program \(broken) doesn’t run here: libx264.so.164: not found.")
        )
        #expect(
            words.contains(
                "The program \(old) is version 4.4.2; the oldest that is tested is 5.1."
            )
        )
    }

    @Test(
        "Versions are read as programs write them",
        arguments: [
            ("vips-8.14.1\n", [8, 14, 1]), ("ffmpeg version n7.0 Copyright 2000-2024", [7, 0]),
            ("bubblewrap 0.8.0", [0, 8, 0]), ("ffmpeg version 5.1.6-0+deb12u1", [5, 1, 6]),
            ("Usage: a program of 2024\nversion 1", [2024]), ("no number\nbut here 3", []),
            ("", []),
        ] as [(String, [Int])]
    )
    func versions(text: String, version: [Int]) {
        #expect(ProgramTrial.version(in: text) == version)
    }

    @Test("A program that is slow to say its version is taken for one that runs")
    func busy() throws {
        let folder = try TemporaryFolder()
        let slow = folder.file("slow")
        try StandIn.write("#!/bin/sh\nexec sleep 100\n", to: slow)
        let trial = ProgramTrial.of(slow, ["-version"], limit: .milliseconds(1))
        #expect(trial == .runs([]))
    }

    @Test("A version is compared part by part, and one that isn't said is none too old")
    func tooOld() {
        #expect(ProgramTrial.runs([8, 9, 5]).trouble(least: [8, 14]) != nil)
        #expect(ProgramTrial.runs([8, 14]).trouble(least: [8, 14]) == nil)
        #expect(ProgramTrial.runs([10]).trouble(least: [8, 14]) == nil)
        #expect(ProgramTrial.runs([]).trouble(least: [8, 14]) == nil)
    }

    @Test("Settings that do nothing without another are told with it; whole pairs and none are not")
    func settings() {
        func missing(_ change: (inout Configuration) -> Void) -> [Lack.Thing] {
            lacks(change).map(\.thing).filter { if case .settings = $0 { true } else { false } }
        }
        #expect(missing { _ in }.isEmpty)
        #expect(missing { $0.mux.tokenID = "a" } == [.settings("STORYTIME_MUX_TOKEN_SECRET")])
        #expect(missing { $0.mux.tokenSecret = "a" } == [.settings("STORYTIME_MUX_TOKEN_ID")])
        #expect(missing { ($0.mux.tokenID, $0.mux.tokenSecret) = ("a", "b") }.isEmpty)
        #expect(missing { $0.mux.signingKey = "a" } == [.settings("STORYTIME_MUX_SIGNING_KEY_ID")])
        #expect(missing { $0.mux.webhookSecret = "a" }.isEmpty)
        #expect(missing { $0.chat.model = "a" } == [.settings("STORYTIME_CHAT_URL")])
        #expect(missing { $0.chat.key = "a" } == [.settings("STORYTIME_CHAT_URL")])
        #expect(
            missing { $0.chat.address = ChatAddress("https://chat.example") }
                == [.settings("STORYTIME_CHAT_MODEL")]
        )
        #expect(missing { $0.transcribing.key = "a" } == [.settings("STORYTIME_TRANSCRIBE_URL")])
    }

    @Test("It is on the System page; on the dashboard, unless it is a program that nobody missed")
    func pages() throws {
        let console = try Console {
            $0.mux.tokenID = "an-id"
            $0.photos.vips = "no-such-vips"
        }
        try console.signIn(as: .admin)
        let setting = "STORYTIME_MUX_TOKEN_SECRET isn’t set, but STORYTIME_MUX_TOKEN_ID is."
        let (system, dashboard) = (try console.get("/admin/system"), try console.get("/admin"))
        #expect(system.contains(setting) && system.contains("no-such-vips"))
        // The section about Mux has what isn't set at all.
        #expect(!system.contains("Set STORYTIME_MUX_TOKEN_SECRET."))
        #expect(system.contains("Set STORYTIME_MUX_WEBHOOK_SECRET."))
        #expect(dashboard.contains(setting) && !dashboard.contains("no-such-vips"))
        console.site.vitals.missingPrograms.note(["no-such-vips"], in: .short)
        #expect(try console.get("/admin").contains("no-such-vips"))
    }

    @Test("The log has it at the start, once, and that it is over")
    func log() throws {
        let lines = LogLines()
        let console = try Console(log: lines.log)
        try Program.makeDataFolders(console.site.configuration)
        let imports = try BlockedFolder(console.site.configuration.importFolder)
        let caretaker = try Caretaker(site: console.site)
        let told = { lines.all.filter { $0.contains(imports.path) } }
        caretaker.work(console.database, cleans: false, isFirst: true)
        caretaker.work(console.database, cleans: false)
        #expect(told().count == 1)
        #expect(told().first?.contains("be imported") == true)
        try imports.clear()
        caretaker.work(console.database, cleans: false)
        #expect(told().count == 2 && told().last?.contains("no longer: ") == true)
    }
}
