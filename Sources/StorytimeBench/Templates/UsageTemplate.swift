import Quill

extension TemplateSource {
    static let usage = TemplateSource(
        name: UsagePages.Show.template,
        text: """
            {% extends "layout.html" %}
            {% block title %}Usage report{% endblock %}
            {% block main %}
            <h1>Usage of {{ child }}</h1>
            <p class="count">{{ minutes }} minutes in {{ count }} days</p>
            <table class="days">
            <thead><tr><th>Day</th><th>Minutes</th></tr></thead>
            <tbody>
            {% for row in days %}
            <tr><td>{{ row.day }}</td><td class="n">{{ row.minutes }}</td></tr>
            {% endfor %}
            </tbody>
            </table>
            <h2>Top books</h2>
            <table class="top">
            <thead><tr><th>Book</th><th>Sessions</th><th>Minutes</th></tr></thead>
            <tbody>
            {% for row in top %}
            <tr><td><a href="/books/{{ row.id }}">{{ row.title }}</a></td><td class="n">{{ row.sessions }}</td><td class="n">{{ row.minutes }}</td></tr>
            {% endfor %}
            </tbody>
            </table>
            {% endblock %}
            """
    )
}
