import Quill

extension TemplateSource {
    static let layout = TemplateSource(
        name: "layout.html",
        text: """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>{% block title %}{% endblock %} - Storytime admin</title>
            <link rel="stylesheet" href="/static/app.css">
            </head>
            <body>
            <header>
            <a class="brand" href="/admin">Storytime</a>
            <nav>
            <ul>
            {% for item in nav %}
            <li{% if item.current %} class="current"{% endif %}><a href="{{ item.href }}">{{ item.label }}</a></li>
            {% endfor %}
            </ul>
            </nav>
            <form class="user" method="post" action="/logout"><input type="hidden" name="csrf" value="{{ csrf }}"><span>{{ user }} ({{ role }})</span><button>Sign out</button></form>
            </header>
            <main>
            {% block main %}{% endblock %}
            </main>
            <footer>Storytime admin console</footer>
            </body>
            </html>
            """
    )
}
