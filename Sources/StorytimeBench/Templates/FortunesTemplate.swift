import Quill

extension TemplateSource {
    static let fortunes = TemplateSource(
        name: FortunePages.Index.template,
        text: """
            <!DOCTYPE html><html><head><title>Fortunes</title></head><body>\
            <table><tr><th>id</th><th>message</th></tr>\
            {% for row in rows %}<tr><td>{{ row.id }}</td><td>{{ row.message }}</td></tr>{% endfor %}\
            </table></body></html>
            """
    )
}
