import Foundation
import Testing

@testable import Storytime

@Suite("Signed playback of videos at Mux")
struct MuxPlaybackTests {
    private static let now = 1_767_225_600

    private func settings(_ keyID: String = "key-1") throws -> MuxSettings {
        var settings = MuxSettings()
        settings.signingKeyID = keyID
        settings.signingKey = try TestKeys.pair.get().pkcs1
        return settings
    }

    private func asset() -> VideoAsset {
        VideoAsset(
            id: ID(1),
            provider: .mux,
            isCurrent: true,
            chosenAt: 0,
            status: .ready,
            durationSeconds: 340,
            hasCaptions: false,
            mux: .init(signedPlaybackID: "signed-1", publicPlaybackID: "public-1"),
            newsAt: 0,
            version: 1,
            createdAt: 0,
            updatedAt: 0
        )
    }

    private func claims(_ token: Substring) throws -> [String: Any] {
        let parts = token.split(separator: ".")
        try #require(parts.count == 3)
        let bytes = try #require(Base64URL.decode(parts[1]))
        let object = try JSONSerialization.jsonObject(with: Data(bytes))
        return try #require(object as? [String: Any])
    }

    private func token(_ address: String) throws -> Substring {
        try #require(address.split(separator: "?token=").last)
    }

    @Test("A token's claims are the documented ones, and OpenSSL verifies its signature")
    func token() throws {
        let playback = try #require(try MuxPlayback(settings()))
        let token = try playback.token(.video, for: "id-1", expiresAt: Self.now)
        let parts = token.split(separator: ".")
        let header = try #require(Base64URL.decode(parts[0]))
        #expect(
            String(decoding: header, as: UTF8.self)
                == "{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"key-1\"}"
        )
        let claims = try #require(Base64URL.decode(parts[1]))
        #expect(
            String(decoding: claims, as: UTF8.self)
                == "{\"sub\":\"id-1\",\"aud\":\"v\",\"exp\":1767225600,\"kid\":\"key-1\"}"
        )
        let signature = try #require(Base64URL.decode(parts[2]))
        #expect(try TestKeys.verifies(signature, of: "\(parts[0]).\(parts[1])"))
        #expect(try !TestKeys.verifies(signature, of: "\(parts[0]).\(parts[1])x"))
        // RS256 has no randomness in it.
        #expect(try playback.token(.video, for: "id-1", expiresAt: Self.now) == token)
    }

    @Test("Each address has a token of its own audience, which names the key and the playback id")
    func links() throws {
        var asset = asset()
        asset.mux.mp4Name = "highest.mp4"
        let links = try #require(
            try MuxPlayback.links(to: asset, settings(), now: Self.now)
        )
        #expect(links.hls.hasPrefix("https://stream.mux.com/signed-1.m3u8?token="))
        #expect(links.mp4?.hasPrefix("https://stream.mux.com/signed-1/highest.mp4?token=") == true)
        #expect(links.poster.hasPrefix("https://image.mux.com/signed-1/thumbnail.webp?token="))
        #expect(links.storyboard.hasPrefix("https://image.mux.com/signed-1/storyboard.vtt?token="))
        for (address, audience) in [
            (links.hls, "v"), (links.mp4 ?? "", "v"), (links.poster, "t"), (links.storyboard, "s"),
        ] {
            let claims = try claims(token(address))
            #expect(claims["aud"] as? String == audience)
            #expect(claims["sub"] as? String == "signed-1")
            #expect(claims["kid"] as? String == "key-1")
            #expect(claims["exp"] as? Int == links.expiresAt)
        }
    }

    @Test("A token outlives the viewing with pauses, and never the rights")
    func life() throws {
        let expiry = { (notAfter: Int?) in
            MuxPlayback.expiry(durationSeconds: 340, now: Self.now, notAfter: notAfter)
        }
        #expect(expiry(nil) == Self.now + 680 + 3600)
        #expect(expiry(Self.now + 86_400) == Self.now + 680 + 3600)
        #expect(expiry(Self.now + 60) == Self.now + 60)
        #expect(expiry(Self.now) == nil)
        #expect(expiry(Self.now - 1) == nil)
        #expect(
            try MuxPlayback.links(to: asset(), settings(), now: Self.now, notAfter: Self.now) == nil
        )
    }

    @Test("Without a signing key a public playback id is used, and where there is none, nothing")
    func withoutKey() throws {
        let open = try #require(
            try MuxPlayback.links(to: asset(), MuxSettings(), now: Self.now)
        )
        #expect(open.hls == "https://stream.mux.com/public-1.m3u8")
        #expect(open.expiresAt == nil)
        var closed = asset()
        closed.mux.publicPlaybackID = nil
        #expect(try MuxPlayback.links(to: closed, MuxSettings(), now: Self.now) == nil)
    }

    @Test("What isn't ready, is deleted, or isn't at Mux has no address there")
    func nothingToPlay() throws {
        var (waiting, deleted, local) = (asset(), asset(), asset())
        waiting.status = .preparing
        deleted.deletedAt = 1
        local.provider = .local
        for asset in [waiting, deleted, local] {
            #expect(try MuxPlayback.links(to: asset, settings(), now: Self.now) == nil)
        }
    }

    @Test("A key is taken as PEM, PKCS#1 and PKCS#8, and as base64 of either")
    func keys() throws {
        let pair = try TestKeys.pair.get()
        let message = Array("message".utf8)
        let signature = try SigningKey(pair.pkcs1).sign(message)
        for text in [
            pair.pkcs8, Data(pair.pkcs1.utf8).base64EncodedString(),
            Data(pair.pkcs8.utf8).base64EncodedString(),
            Data(pair.pkcs1.utf8).base64EncodedString(options: .lineLength64Characters),
        ] {
            #expect(try SigningKey(text).sign(message) == signature)
            let configuration = try Configuration(
                environment: ["STORYTIME_MUX_SIGNING_KEY": text],
                settings: Program.settings
            )
            #expect(configuration.mux.signingKey == text)
        }
        let short = TestKeys.openssl
        let weak = String(decoding: try short("genrsa", "1024"), as: UTF8.self)
        #expect(!SigningKey.isValid(weak))
        let curve = try TestKeys.openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout")
        #expect(!SigningKey.isValid(String(decoding: curve, as: UTF8.self)))
        let locked = try TestKeys.openssl("genrsa", "-aes128", "-passout", "pass:x", "2048")
        #expect(!SigningKey.isValid(String(decoding: locked, as: UTF8.self)))
    }

    private struct Collection: Decodable {
        struct Token: Decodable {
            let name: String
            let signing_input: String
            let url: String
        }
        let kid: String
        let valid: [Token]
    }

    @Test("What is signed is, byte for byte, what the collection's tokens sign")
    func collection() throws {
        guard let data = MuxFixtures.data("jwt.json") else { return }
        let collection = try JSONDecoder().decode(Collection.self, from: data)
        let playback = try #require(try MuxPlayback(settings(collection.kid)))
        let id = "STsignedPlaybackId00000000000000000000001"
        let end = Self.now + 604_800
        let made = [
            "video": try playback.token(.video, for: id, expiresAt: end),
            "thumbnail with parameters": try playback.token(
                .thumbnail,
                for: id,
                expiresAt: end,
                [
                    "time": .number(12), "width": .number(640), "height": .number(360),
                    "fit_mode": .text("smartcrop"),
                ]
            ),
            "storyboard": try playback.token(
                .storyboard,
                for: id,
                expiresAt: end,
                ["format": .text("webp")]
            ),
        ]
        for (name, token) in made {
            let wanted = try #require(collection.valid.first { $0.name == name })
            #expect(token.hasPrefix(wanted.signing_input + "."), "\(name)")
        }
    }
}
