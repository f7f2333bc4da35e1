import {
  loadModule,
  parseSync,
  type A_Expr,
  type DeleteStmt,
  type InsertStmt,
  type JoinExpr,
  type Node,
  type OnConflictClause,
  type RangeVar,
  type ReturningClause,
  type SelectStmt,
  type UpdateStmt,
  type VariableSetStmt,
  type WithClause,
} from 'libpg-query'
import { TABLES } from '../tables.ts'

await loadModule()

const ORG = 'org_id'
/** Stands on each node of a distributed database, as what no clinic owns does, although its rows name one. */
const REFERENCE = ['sign_in_directory']
/** Tables of which each row belongs to one clinic. */
const CLINICS = new Set(
  Object.entries(TABLES).flatMap(([name, columns]) =>
    ORG in columns && !REFERENCE.includes(name) ? [name] : [],
  ),
)

/** A value that may be a clinic's; the same for all of which it is known that they are equal from the start. */
type Value = number
/** Whatever is given from outside: one clinic's for the whole run of the statement. */
const GIVEN: Value = 0

/** `to` is one clinic's where all of `from` are. */
interface Follows {
  from: readonly Value[]
  to: Value
}

interface Column {
  name: string
  value: Value
}

/** What stands in a FROM. */
interface Relation {
  alias: string
  columns: readonly Column[]
}

interface Scope {
  relations: Relation[]
  outer: Scope | undefined
}
/** The queries of WITH, by their names. */
type Named = ReadonlyMap<string, readonly Column[]>

export interface Known {
  /** Variables and arguments of the function that the text stands in. */
  variables?: ReadonlySet<string>
}

/**
 * What of a text touches a clinic's table without naming one clinic: nothing where each such table is bound by `org_id = $n`, or
 * by a join on `org_id` with one that is.
 */
export function unboundIn(text: string, known: Known = {}): string[] {
  let statements: (Node | undefined)[]
  try {
    statements = (parseSync(text).stmts ?? []).map(({ stmt }) => stmt)
  } catch (error) {
    return [`cannot be read: ${(error as Error).message}`]
  }
  return statements.flatMap((statement) => (statement ? new Reading(known).faultsOf(statement) : []))
}

class Reading {
  private readonly variables: ReadonlySet<string>
  private values = GIVEN + 1
  private readonly follows: Follows[] = []
  private readonly wanted: { value: Value; fault: string }[] = []
  private readonly faults: string[] = []

  constructor({ variables = new Set() }: Known) {
    this.variables = variables
  }

  faultsOf(statement: Node): string[] {
    this.query(statement, undefined, new Map())
    const bound = new Set([GIVEN])
    for (let before = 0; before < bound.size;) {
      before = bound.size
      for (const { from, to } of this.follows) if (from.every((value) => bound.has(value))) bound.add(to)
    }
    const unbound = this.wanted.flatMap(({ value, fault }) => (bound.has(value) ? [] : [fault]))
    return [...new Set([...unbound, ...this.faults])]
  }

  private query(node: Node | undefined, outer: Scope | undefined, around: Named): readonly Column[] {
    if (!node) return []
    if ('SelectStmt' in node) return this.select(node.SelectStmt, outer, around)
    if ('InsertStmt' in node) return this.insert(node.InsertStmt, outer, around)
    if ('UpdateStmt' in node) return this.update(node.UpdateStmt, outer, around)
    if ('DeleteStmt' in node) return this.delete(node.DeleteStmt, outer, around)
    if ('VariableSetStmt' in node) this.setting(node.VariableSetStmt)
    const inner = queryOf(node)
    if (inner) return this.query(inner, outer, around)
    this.touching(String(Object.keys(node)[0]).replace(/Stmt$/, ''), node)
    return []
  }

  /** What a pooler or a coordinator lends for a transaction would keep it. */
  private setting({ kind, name, is_local }: VariableSetStmt): void {
    const isOfTransaction = is_local === true || name === 'TRANSACTION'
    if (!isOfTransaction && kind !== 'VAR_RESET_ALL') this.faults.push(`sets ${name} for a whole session`)
  }

  /** Whatever is no query: no clinic's table is to be in it. */
  private touching(what: string, node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    const { RangeVar: listed, relation = listed } = node as { RangeVar?: RangeVar; relation?: RangeVar }
    if (isClinics(relation)) this.faults.push(`${what} of ${relation.relname}`)
    for (const each of Object.values(node)) this.touching(what, each)
  }

  private select(select: SelectStmt, outer: Scope | undefined, around: Named): readonly Column[] {
    const { withClause, fromClause, larg, rarg, valuesLists, lockingClause, ...rest } = select
    const named = this.named(withClause, outer, around)
    if (larg && rarg) {
      const [left, right] = [this.select(larg, outer, named), this.select(rarg, outer, named)]
      return left.map(({ name, value }, nth) => ({ name, value: this.allOf([value, right[nth]?.value]) }))
    }
    const scope: Scope = { relations: [], outer }
    if (valuesLists) {
      this.inside(valuesLists, scope, named)
      const rows = valuesLists.map((row) =>
        (as('List', row)?.items ?? []).map((item) => this.of(item, scope)),
      )
      return (rows[0] ?? []).map((_, nth) => ({
        name: `column${nth + 1}`,
        value: this.allOf(rows.map((row) => row[nth])),
      }))
    }
    const verb = lockingClause ? 'lock rows of' : 'read'
    for (const from of fromClause ?? []) this.from(from, scope, named, verb)
    this.where(rest.whereClause, scope)
    this.inside(rest, scope, named)
    return this.answered(rest.targetList, scope)
  }

  private update(update: UpdateStmt, outer: Scope | undefined, around: Named): readonly Column[] {
    const { withClause, relation, fromClause, ...rest } = update
    this.neverMoved(relation, rest.targetList)
    return this.changed('update', relation, fromClause, rest, outer, this.named(withClause, outer, around))
  }

  private delete(statement: DeleteStmt, outer: Scope | undefined, around: Named): readonly Column[] {
    const { withClause, relation, usingClause, ...rest } = statement
    const named = this.named(withClause, outer, around)
    return this.changed('delete from', relation, usingClause, rest, outer, named)
  }

  private changed(
    verb: string,
    table: RangeVar | undefined,
    others: readonly Node[] | undefined,
    rest: { whereClause?: Node; returningClause?: ReturningClause },
    outer: Scope | undefined,
    named: Named,
  ): readonly Column[] {
    const scope: Scope = { relations: [], outer }
    // A query of WITH is never what is written to.
    if (table) this.table(table, scope, new Map(), verb)
    for (const from of others ?? []) this.from(from, scope, named, 'read')
    this.where(rest.whereClause, scope)
    this.inside(rest, scope, named)
    return this.answered(rest.returningClause?.exprs, scope)
  }

  private insert(insert: InsertStmt, outer: Scope | undefined, around: Named): readonly Column[] {
    const { relation: table, onConflictClause: conflict, returningClause } = insert
    const named = this.named(insert.withClause, outer, around)
    const rows = this.query(insert.selectStmt, outer, named)
    const columns = (insert.cols ?? []).map((column) => as('ResTarget', column)?.name)
    const value = rows[columns.indexOf(ORG)]?.value ?? this.value()
    if (isClinics(table))
      this.wanted.push({ value, fault: `insert into ${table.relname} without one ${ORG}` })
    if (conflict && isClinics(table)) this.upsert(table, conflict)
    const scope = { relations: [{ alias: aliasOf(table), columns: [{ name: ORG, value }] }], outer }
    this.inside([conflict, returningClause], scope, named)
    return this.answered(returningClause?.exprs, scope)
  }

  private upsert(table: RangeVar, { infer, targetList }: OnConflictClause): void {
    const key = (infer?.indexElems ?? []).map((column) => as('IndexElem', column)?.name)
    if (infer && !key.includes(ORG)) this.faults.push(`upsert into ${table.relname} by a key without ${ORG}`)
    this.neverMoved(table, targetList)
  }

  /** A row cannot go to another clinic. */
  private neverMoved(table: RangeVar | undefined, targets: readonly Node[] | undefined): void {
    const isSet = targets?.some((target) => as('ResTarget', target)?.name === ORG) === true
    if (isSet && isClinics(table)) this.faults.push(`update ${table.relname} sets its ${ORG}`)
  }

  /** The queries of WITH, and those around. */
  private named(clause: WithClause | undefined, outer: Scope | undefined, around: Named): Named {
    const own = new Map(around)
    for (const each of clause?.ctes ?? []) {
      const { ctename = '', ctequery, aliascolnames } = as('CommonTableExpr', each) ?? {}
      own.set(ctename, renamed(this.query(ctequery, outer, own), aliascolnames))
    }
    return own
  }

  /** Adds what stands in FROM; answers with the clinics' values in it. */
  private from(node: Node | undefined, scope: Scope, named: Named, verb: string): Value[] {
    if (!node) return []
    if ('RangeVar' in node) return this.table(node.RangeVar, scope, named, verb)
    if ('JoinExpr' in node) return this.join(node.JoinExpr, scope, named, verb)
    if ('RangeSubselect' in node) {
      const { subquery, lateral, alias } = node.RangeSubselect
      const columns = this.query(subquery, lateral ? scope : scope.outer, named)
      return this.derived(scope, alias?.aliasname, renamed(columns, alias?.colnames))
    }
    // What a function answers may be anybody's.
    this.inside(node, scope, named)
    const { alias, coldeflist = [] } = as('RangeFunction', node) ?? {}
    const defined = coldeflist.map((column) => as('ColumnDef', column)?.colname ?? '')
    const columns = [...stringsOf(alias?.colnames), ...defined].map((name) => ({ name, value: this.value() }))
    return this.derived(scope, alias?.aliasname, columns)
  }

  private derived(scope: Scope, alias = '', columns: readonly Column[] = []): Value[] {
    const own = columns.map(({ name, value }) => ({ name, value: this.allOf([value]) }))
    scope.relations.push({ alias, columns: own })
    return clinicsOf([{ alias, columns: own }])
  }

  private table(table: RangeVar, scope: Scope, named: Named, verb: string): Value[] {
    const { relname = '', schemaname } = table
    const alias = aliasOf(table)
    const query = schemaname === undefined ? named.get(relname) : undefined
    if (query) return this.derived(scope, alias, query)
    const value = this.value()
    const called = alias === relname ? relname : `${relname} ${alias}`
    if (isClinics(table)) this.wanted.push({ value, fault: `${verb} ${called} without one ${ORG}` })
    const columns = ORG in columnsOf(table) ? [{ name: ORG, value }] : []
    scope.relations.push({ alias, columns })
    return clinicsOf([{ alias, columns }])
  }

  private join(join: JoinExpr, scope: Scope, named: Named, verb: string): Value[] {
    const { jointype = 'JOIN_INNER', larg, rarg, quals, usingClause, isNatural } = join
    const left = this.from(larg, scope, named, verb)
    const right = this.from(rarg, scope, named, verb)
    // What an outer join asks says nothing of the side that stays whole.
    const told = new Set([
      ...(['JOIN_INNER', 'JOIN_RIGHT'].includes(jointype) ? left : []),
      ...(['JOIN_INNER', 'JOIN_LEFT'].includes(jointype) ? right : []),
    ])
    this.follows.push(...this.said(quals, scope, told))
    this.inside(quals, scope, named)
    if (isNatural || stringsOf(usingClause).includes(ORG))
      this.follows.push(...left.flatMap((one) => right.flatMap((other) => equal(one, other, told))))
    return [...left, ...right]
  }

  private where(condition: Node | undefined, scope: Scope): void {
    this.follows.push(...this.said(condition, scope, new Set(clinicsOf(scope.relations))))
  }

  /** What a condition that holds says of the values in `told`. */
  private said(condition: Node | undefined, scope: Scope, told: ReadonlySet<Value>): Follows[] {
    const { boolop, args = [] } = as('BoolExpr', condition) ?? {}
    if (boolop === 'NOT_EXPR') return []
    const arms = args.map((arm) => this.said(arm, scope, told))
    if (boolop === 'AND_EXPR') return arms.flat()
    if (boolop === 'OR_EXPR') {
      const isIn = ({ from, to }: Follows, arm: readonly Follows[]) =>
        arm.some((other) => other.to === to && other.from[0] === from[0])
      return (arms[0] ?? []).filter((one) => arms.every((arm) => isIn(one, arm)))
    }
    return equalSides(as('A_Expr', condition)).flatMap(([one, other]) =>
      equal(this.of(one, scope), this.of(other, scope), told),
    )
  }

  private of(node: Node | undefined, scope: Scope): Value {
    if (!node) return this.value()
    if ('ParamRef' in node) return GIVEN
    if ('A_Const' in node) return node.A_Const.isnull ? this.value() : GIVEN
    if ('TypeCast' in node) return this.of(node.TypeCast.arg, scope)
    if ('ColumnRef' in node) return this.column(stringsOf(node.ColumnRef.fields), scope)
    return this.value()
  }

  private column(path: readonly string[], scope: Scope): Value {
    const [name = '', of] = path.toReversed()
    for (let here: Scope | undefined = scope; here; here = here.outer) {
      const at = here.relations.filter(({ alias }) => of === undefined || alias === of)
      // Where several have it they are equal, by USING.
      const found = at.flatMap(({ columns }) => columns).find((column) => column.name === name)
      if (found) return found.value
      if (of !== undefined && at.length > 0) return this.value()
    }
    const variable = of === undefined ? name : name === ORG ? of : ''
    return this.variables.has(variable) ? GIVEN : this.value()
  }

  private answered(targets: readonly Node[] | undefined, scope: Scope): readonly Column[] {
    return (targets ?? []).flatMap((target): readonly Column[] => {
      const { name, val } = as('ResTarget', target) ?? {}
      const path = as('ColumnRef', val)?.fields ?? []
      const last = path.at(-1)
      if (last && 'A_Star' in last) {
        const [of] = stringsOf(path)
        const relations = scope.relations.filter(({ alias }) => of === undefined || alias === of)
        return relations.flatMap(({ columns }) => columns)
      }
      return [{ name: name ?? stringsOf(path).at(-1) ?? '', value: this.of(val, scope) }]
    })
  }

  /** The queries inside expressions. */
  private inside(node: unknown, scope: Scope, named: Named): void {
    if (typeof node !== 'object' || node === null) return
    const link = as('SubLink', node as Node)
    if (link) this.query(link.subselect, scope, named)
    for (const each of link ? [link.testexpr] : Object.values(node)) this.inside(each, scope, named)
  }

  private value(): Value {
    return this.values++
  }

  /** One that is a clinic's where all of these are. */
  private allOf(from: readonly (Value | undefined)[]): Value {
    const to = this.value()
    this.follows.push({ from: from.map((value) => value ?? this.value()), to })
    return to
  }
}

type Kind = Node extends infer Each ? (Each extends Node ? keyof Each : never) : never
type Of<K extends Kind> = Extract<Node, Record<K, unknown>>[K]

/** A node's own fields where it is of this kind. */
function as<K extends Kind>(kind: K, node: Node | undefined): Of<K> | undefined {
  return (node as { [Each in K]?: Of<K> } | undefined)?.[kind]
}

/** What a statement runs: a cursor, an EXPLAIN, a COPY of a query. */
const queryOf = (statement: Node): Node | undefined => (Object.values(statement)[0] as { query?: Node }).query

const equal = (one: Value, other: Value, told: ReadonlySet<Value>): Follows[] => [
  ...(told.has(one) ? [{ from: [other], to: one }] : []),
  ...(told.has(other) ? [{ from: [one], to: other }] : []),
]

/** What is equal to what where an operator's expression holds. */
function equalSides({ kind, name, lexpr, rexpr }: A_Expr = {}): [Node | undefined, Node | undefined][] {
  if (stringsOf(name).at(-1) !== '=') return []
  const items = as('List', rexpr)?.items ?? []
  if (kind === 'AEXPR_IN') return items.length === 1 ? [[lexpr, items[0]]] : []
  if (kind !== 'AEXPR_OP') return []
  const [left, right] = [as('RowExpr', lexpr)?.args, as('RowExpr', rexpr)?.args]
  return left && right ? left.map((each, nth) => [each, right[nth]]) : [[lexpr, rexpr]]
}

const renamed = (columns: readonly Column[], names: readonly Node[] | undefined): readonly Column[] => {
  const given = stringsOf(names)
  return columns.map(({ name, value }, nth) => ({ name: given[nth] ?? name, value }))
}

const stringsOf = (nodes: readonly Node[] = []): string[] =>
  nodes.flatMap((node) => as('String', node)?.sval ?? [])

const clinicsOf = (relations: readonly Relation[]): Value[] =>
  relations.flatMap(({ columns }) => columns.flatMap(({ name, value }) => (name === ORG ? [value] : [])))

const aliasOf = (table: RangeVar = {}) => table.alias?.aliasname ?? table.relname ?? ''
const columnsOf = ({ relname = '', schemaname = 'public' }: RangeVar): object =>
  (schemaname === 'public' && TABLES[relname as keyof typeof TABLES]) || {}
const isClinics = (table: RangeVar | undefined): table is RangeVar & { relname: string } =>
  table?.relname !== undefined && ORG in columnsOf(table) && CLINICS.has(table.relname)
