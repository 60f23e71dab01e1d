// Blocks, includes and variables: how several templates become one.

extension Compiler {
    mutating func compileBlock(_ name: String, at offset: Int) throws(TemplateError) {
        guard includes.isEmpty else {
            throw source.error(at: offset, "a block can't stand in an included template")
        }
        try compileBlock(name, from: 0, at: offset)
    }

    mutating func compileParentBlock(at offset: Int) throws(TemplateError) {
        guard let block else { throw source.error(at: offset, "super() belongs into a block") }
        try compileBlock(block.name, from: block.chainIndex + 1, at: offset)
    }

    /// The body of a block, from the first template from `chainIndex` on that has it. As in Jinja
    /// it sees the variables of the page, but not those around it.
    private mutating func compileBlock(
        _ name: String,
        from chainIndex: Int,
        at offset: Int
    ) throws(TemplateError) {
        let index = chain[chainIndex...].firstIndex { $0.blocks[name] != nil }
        guard let index, let body = chain[index].blocks[name]?.body else {
            throw source.error(at: offset, "no template that this one extends has a block \(name)")
        }
        let (outerLevels, outerSource, outerBlock) = (scope.levels, source, block)
        scope.levels = [outerLevels[0], Scope.Level(kind: .closed)]
        source = chain[index].source
        block = (name, index)
        try compile(body)
        (scope.levels, source, block) = (outerLevels, outerSource, outerBlock)
    }

    mutating func compileInclude(_ include: Node.Include) throws(TemplateError) {
        let place = Place(source: source, offset: include.offset)
        let template = try library.find(include.template, for: place)
        guard template.parent == nil else {
            throw place.error("\(include.template) extends another template: it is a page's own")
        }
        guard !includes.contains(where: { $0 === template.source }) else {
            throw place.error("templates include one another in a circle here")
        }
        guard includes.count < Limits.templateDepth else {
            throw place.error("includes are nested too deeply here")
        }
        var inner = Scope(page: nil, globals: scope.globals)
        var bindings: [(position: Int, plan: BindingPlan)] = []
        for argument in include.arguments {
            inner.bind(argument.name, to: try give(argument, &bindings))
        }
        let outer = (scope, source, block)
        (scope, source, block) = (inner, template.source, nil)
        includes.append(template.source)
        do throws(TemplateError) {
            try compile(template.body)
        } catch {
            var error = error
            error.includedFrom.append(place.label)
            throw error
        }
        includes.removeLast()
        (scope, source, block) = outer
        depth -= bindings.count
        let end = builder.markTarget()
        for (position, plan) in bindings {
            builder.replace(at: position, with: .bind(plan: builder.add(plan.ending(at: end))))
        }
    }

    /// The meaning that a name given to an include has inside it. A record that has to be asked
    /// for gets a frame, so that it is asked for once and not for each of its fields.
    private mutating func give(
        _ argument: Node.Argument,
        _ bindings: inout [(position: Int, plan: BindingPlan)]
    ) throws(TemplateError) -> Scope.Binding {
        let value = try resolve(argument.value)
        switch value.code {
        case .field(let frame, .record(let access)) where !access.isIdentity:
            // Binding a record nests in the renderer, as a loop does.
            try descend(at: argument.offset)
            let target = builder.addFrame()
            let plan = BindingPlan(frame: frame, access: access, target: target, end: 0)
            bindings.append((builder.position, plan))
            builder.append(.bind(plan: 0))
            _ = builder.markTarget()
            let itself = RecordAccess(itself: access.shape, isOptional: access.isOptional)
            return .path(frame: target, .record(itself), field: value.field)
        case .field(let frame, let access):
            return .path(frame: frame, access, field: value.field)
        case .constant(let constant): return .constant(constant, value.shape)
        default:
            // A variable is copied: a change inside the include stays inside it.
            let slot = builder.addSlot()
            builder.append(.assign(slot: Int32(slot), code: builder.add(value.code)))
            return .slot(slot, value.shape)
        }
    }

    mutating func compileAssignment(
        of name: String,
        _ expression: Expression,
        at offset: Int
    ) throws(TemplateError) {
        try countStep(at: offset)
        let value = try resolve(expression)
        let isOwn = scope.levels.last?.names[name] != nil
        if case .field(let frame, let access) = value.code, !value.shape.isWritable {
            guard isOwn || scope.assignable(name) == nil else {
                throw source.error(at: offset, "\(name) can't become another list or record here")
            }
            return scope.bind(name, to: .path(frame: frame, access, field: value.field))
        }
        guard case .slot(let slot, let shape) = scope.assignable(name) else {
            guard isOwn || !scope.isInBranch || scope.binding(of: name) == nil else {
                throw source.error(
                    at: offset,
                    "\(name) comes from outside: set it to what it is before this if, then change it"
                )
            }
            let slot = builder.addSlot()
            builder.append(.assign(slot: Int32(slot), code: builder.add(value.code)))
            return scope.bind(name, to: .slot(slot, value.shape))
        }
        guard let joined = shape.joined(with: value.shape) else {
            throw source.error(
                at: offset,
                "\(name) was \(shape.phrase) and can't become \(value.shape.phrase)"
            )
        }
        builder.append(.assign(slot: Int32(slot), code: builder.add(value.code)))
        scope.rebind(name, to: .slot(slot, joined))
    }
}
