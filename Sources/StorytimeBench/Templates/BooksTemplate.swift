import Quill

extension TemplateSource {
    static let books = TemplateSource(
        name: BookPages.Index.template,
        text: """
            {% extends "layout.html" %}
            {% block title %}Books{% endblock %}
            {% block main %}
            <h1>Books</h1>
            <form class="filter" method="get" action="/w2">
            <input name="q" value="{{ q }}">
            <select name="age">
            <option value="">Any age</option>
            {% for value in ages %}
            <option value="{{ value }}"{% if value == age %} selected{% endif %}>{{ value }}</option>
            {% endfor %}
            </select>
            <select name="category">
            <option value="">Any category</option>
            {% for choice in categories %}
            <option value="{{ choice.id }}"{% if choice.id == category %} selected{% endif %}>{{ choice.name }}</option>
            {% endfor %}
            </select>
            <button>Search</button>
            </form>
            <p class="count">{{ total }} books, page {{ page }} of {{ pages }}</p>
            <table class="list">
            <thead><tr><th>Title</th><th>Author</th><th>Ages</th><th>Language</th><th>Pages</th><th>Published</th></tr></thead>
            <tbody>
            {% for row in rows %}
            <tr><td><a href="/books/{{ row.id }}">{{ row.title }}</a></td><td>{{ row.author }}</td><td>{{ row.age_min }}-{{ row.age_max }}</td><td>{{ row.language }}</td><td class="n">{{ row.pages }}</td><td>{% if row.published %}Yes{% else %}No{% endif %}</td></tr>
            {% endfor %}
            </tbody>
            </table>
            <p class="pager">{% if previous %}<a rel="prev" href="{{ previous }}">Previous</a>{% endif %}{% if next %}<a rel="next" href="{{ next }}">Next</a>{% endif %}</p>
            {% endblock %}
            """
    )
}
