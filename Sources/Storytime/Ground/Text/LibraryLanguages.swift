/// The codes by which libraries name languages: the three letters of MARC and ISO 639-2, in both of
/// their spellings (“ger” and “deu”), and what the two letters of a language tag are.
enum LibraryLanguages {
    /// The tag of a code; nil for one that says nothing, like “und”, or that the console has no name for.
    static func tag(of code: String) -> String? {
        if let tag = tags.name(of: code) { return tag }
        return LanguageNames.language(code) == nil ? nil : code
    }

    // swift-format-ignore
    private static let tags = NameTable(
        """
        afr af; alb sq; amh am; ara ar; arm hy; asm as; aze az; baq eu; bel be; ben bn; bod bo;
        bos bs; bre br; bul bg; bur my; cat ca; ces cs; chi zh; cor kw; cos co; cym cy; cze cs;
        dan da; deu de; dut nl; ell el; eng en; epo eo; est et; eus eu; ewe ee; fao fo; fas fa;
        fin fi; fra fr; fre fr; fry fy; geo ka; ger de; gla gd; gle ga; glg gl; gre el; grn gn;
        guj gu; hat ht; hau ha; heb he; hin hi; hrv hr; hun hu; hye hy; ibo ig; ice is; ind id;
        isl is; ita it; jav jv; jpn ja; kal kl; kan kn; kat ka; kaz kk; khm km; kin rw; kir ky;
        kor ko; kur ku; lao lo; lat la; lav lv; lin ln; lit lt; ltz lb; mac mk; mal ml; mao mi;
        mar mr; may ms; mkd mk; mlg mg; mlt mt; mon mn; mri mi; msa ms; mya my; nav nv; nep ne;
        nld nl; nno nn; nob nb; nor no; oci oc; ori or; pan pa; per fa; pol pl; por pt; pus ps;
        que qu; roh rm; ron ro; rum ro; rus ru; san sa; scc sr; scr hr; sin si; slk sk; slo sk;
        slv sl; sme se; smo sm; sna sn; snd sd; som so; spa es; sqi sq; srp sr; swa sw; swe sv;
        tam ta; tat tt; tel te; tgk tg; tgl tl; tha th; tib bo; tir ti; tuk tk; tur tr; uig ug;
        ukr uk; urd ur; uzb uz; vie vi; wel cy; wol wo; xho xh; yid yi; yor yo; zho zh; zul zu
        """
    )
}
