// Conditions and loops. Both are also where a value's place in the HTML could depend on the data,
// which escaping can't allow: all paths through them must end at the same place.

extension Compiler {
    mutating func compileCondition(
        _ branches: [Node.Branch],
        _ otherwise: [Node]?,
        at offset: Int
    ) throws(TemplateError) {
        let before = scanner.context
        var after: HTMLContext?
        var exits: [Int] = []
        var isDecided = false
        for branch in branches {
            let condition = try resolve(branch.condition)
            let constant = isDecided ? false : condition.constant?.isTrue
            let start = builder.markTarget()
            if constant == nil { appendJump(unless: condition, to: 0) }
            try compileBranch(branch.body, from: before, to: &after, at: offset)
            if constant == false {
                builder.truncate(to: start)
            } else if constant == true {
                isDecided = true
            } else {
                exits.append(builder.position)
                builder.append(.jump(to: 0))
                builder.setTarget(ofJumpAt: start, to: builder.markTarget())
            }
        }
        let start = builder.markTarget()
        try compileBranch(otherwise ?? [], from: before, to: &after, at: offset)
        if isDecided { builder.truncate(to: start) }
        for exit in exits { builder.setTarget(ofJumpAt: exit, to: builder.markTarget()) }
        scanner.context = after ?? before
    }

    private mutating func compileBranch(
        _ body: [Node],
        from before: HTMLContext,
        to after: inout HTMLContext?,
        at offset: Int
    ) throws(TemplateError) {
        scanner.context = before
        scope.levels.append(Scope.Level(kind: .branch))
        try compile(body)
        scope.levels.removeLast()
        after = try join(after, scanner.context, "the branches of this if", at: offset)
    }

    private func join(
        _ first: HTMLContext?,
        _ second: HTMLContext,
        _ what: String,
        at offset: Int
    ) throws(TemplateError) -> HTMLContext {
        guard let first else { return second }
        if let joined = first.joined(with: second) { return joined }
        throw source.error(
            at: offset,
            "\(what) must end at the same place of the HTML: "
                + "one ends \(first.phrase), another \(second.phrase)"
        )
    }

    private mutating func appendJump(unless condition: Resolved, to target: Int32) {
        if case .field(let frame, .scalar(let access)) = condition.code {
            let test = builder.addTest(of: access)
            builder.append(.jumpUnlessField(test: test, frame: Int32(frame), to: target))
        } else {
            builder.append(.jumpUnless(code: builder.add(condition.code), to: target))
        }
    }

    mutating func compileLoop(_ loop: Node.Loop) throws(TemplateError) {
        let list = try resolve(loop.list)
        guard let elements = LoopPlan.Source(list) else {
            throw source.error(
                at: loop.list.offset,
                "for needs a list, and this is \(list.shape.phrase)"
            )
        }
        let before = scanner.context
        let start = builder.position
        let frame = builder.addFrame()
        let level = loopLevel
        // This is filled in when the loop's end is known.
        builder.append(.loop(plan: 0))
        _ = builder.markTarget()
        scope.levels.append(Scope.Level(kind: .closed, loop: level))
        scope.bind(
            loop.variable,
            to: .path(frame: frame, elements.elementAccess, field: list.field)
        )
        loopLevel += 1
        try compileLoopBody(loop, from: before)
        loopLevel -= 1
        scope.levels.removeLast()
        let bodyEnd = builder.markTarget()
        try compileLoopElse(loop, from: before)
        let plan = LoopPlan(
            source: elements,
            element: frame,
            level: level,
            bodyEnd: bodyEnd,
            end: builder.markTarget(),
            place: Place(source: source, offset: loop.list.offset)
        )
        builder.replace(at: start, with: .loop(plan: builder.add(plan)))
    }

    /// The part that is written for an empty list, which must end where the body does.
    private mutating func compileLoopElse(
        _ loop: Node.Loop,
        from before: HTMLContext
    ) throws(TemplateError) {
        let after = scanner.context
        scanner.context = before
        scope.levels.append(Scope.Level(kind: .branch))
        try compile(loop.otherwise ?? [])
        scope.levels.removeLast()
        scanner.context = try join(
            after,
            scanner.context,
            "the body of this for and its else",
            at: loop.offset
        )
    }

    /// The body runs again where it ended, so it must end where it began. If its end can be joined
    /// with its beginning (inside a tag, say), it is compiled again from there, and must then lead
    /// back.
    private mutating func compileLoopBody(
        _ loop: Node.Loop,
        from before: HTMLContext
    ) throws(TemplateError) {
        let what = "the body of this for must lead back to where it began:"
        let (start, levels) = (builder.position, scope.levels)
        try compile(loop.body)
        let joined = try join(before, scanner.context, what, at: loop.offset)
        guard joined != before else { return scanner.context = before }
        builder.truncate(to: start)
        scope.levels = levels
        scanner.context = joined
        try compile(loop.body)
        let again = try join(joined, scanner.context, what, at: loop.offset)
        guard again == joined else {
            throw source.error(at: loop.offset, "\(what) it ends \(again.phrase)")
        }
        scanner.context = joined
    }
}
