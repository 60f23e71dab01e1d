import Quill

extension TemplateSource {
    static let categories = TemplateSource(
        name: CategoryPages.Index.template,
        text: """
            {% extends "layout.html" %}
            {% block title %}Categories{% endblock %}
            {% block main %}
            <h1>Categories</h1>
            <p class="count">{{ count }} categories</p>
            <table class="list">
            <thead><tr><th>Name</th><th>Slug</th><th>Description</th><th>Books</th><th>Active</th><th>Created</th></tr></thead>
            <tbody>
            {% for row in rows %}
            <tr class="{% if row.active %}on{% else %}off{% endif %}"><td><a href="/categories/{{ row.id }}">{{ row.name }}</a></td><td>{{ row.slug }}</td><td>{{ row.description }}</td><td class="n">{{ row.books }}</td><td>{% if row.active %}Yes{% else %}No{% endif %}</td><td>{{ row.created }}</td></tr>
            {% endfor %}
            </tbody>
            </table>
            {% endblock %}
            """
    )
}
