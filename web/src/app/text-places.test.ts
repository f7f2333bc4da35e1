import { parseSync, type Module } from '@swc/core'
import { expect, test } from 'vitest'

/**
 * What people see stands in `…-text.ts`, beside the screens of each feature, so that a translation is a second file. The engine
 * shows nothing, and samples are for tests.
 */
const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*-text.ts', '!../**/*.test.{ts,tsx}', '!../**/*-sample{,s}.ts', '!../sync/**'],
  { query: '?raw', import: 'default', eager: true },
)

/** What is read out or seen of an element, or of a component that passes it on to one. */
const SEEN =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|alt|placeholder|label|panelLabel|text|hint|suffix|message|description|heading|caption|emptyTitle|emptyText)$/

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const hasLetter = (text: string) => /\p{L}/u.test(text)
/** Two words or more that begin like a sentence, or end like one; class names, keys, addresses and SQL do not. */
const isSentence = (text: string) =>
  /^\p{Lu}[\p{L}’']*,? \p{L}/u.test(text) || /\p{L} .*\p{L}[.!?]$/u.test(text)

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return `${nameOf(node['object'])}.${nameOf(node['property'])}`
  if (node.type === 'JSXNamespacedName') return `${nameOf(node['namespace'])}:${nameOf(node['name'])}`
  return typeof node['value'] === 'string' ? node['value'] : ''
}

/** For whoever looks after the app, in its console; people see other words. */
const calleeOf = ({ callee }: Node) => (isNode(callee) && callee.type === 'Super' ? 'super' : nameOf(callee))

const isForTheConsole = (node: Node) =>
  (node.type === 'NewExpression' && calleeOf(node).endsWith('Error')) ||
  (node.type === 'CallExpression' && /^(console\..*|log|logged|super)$/.test(calleeOf(node)))

function literal(node: Node): string | undefined {
  if (node.type === 'StringLiteral') return String(node['value'])
  if (node.type === 'TemplateLiteral')
    return (node['quasis'] as { cooked?: string }[]).map(({ cooked }) => cooked ?? '').join('…')
  return undefined
}

function found(source: string, tsx: boolean): string[] {
  const texts: string[] = []
  const visit = (node: Node, seen: boolean): void => {
    if (
      isForTheConsole(node) ||
      node.type === 'ImportDeclaration' ||
      (node.type.startsWith('Ts') && !/Expression$|Assertion$/.test(node.type))
    )
      return
    if (node.type === 'JSXText' && hasLetter(String(node['value']))) texts.push(String(node['value']).trim())
    if (node.type === 'JSXAttribute') {
      const value = node['value']
      if (isNode(value)) visit(value, SEEN.test(nameOf(node['name'])))
      return
    }
    const text = literal(node)
    if (text !== undefined && (seen ? hasLetter(text) : isSentence(text))) texts.push(text)
    // A condition's own words are compared, not shown.
    const shown = node.type === 'ConditionalExpression' ? ['consequent', 'alternate'] : Object.keys(node)
    const inside =
      seen &&
      ![
        'CallExpression',
        'MemberExpression',
        'ArrowFunctionExpression',
        'BinaryExpression',
        'ObjectExpression',
      ].includes(node.type)
    for (const key of shown) {
      const value = node[key]
      for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
        const next = isNode(child)
          ? child
          : (child as { expression?: unknown } | null | undefined)?.expression
        if (isNode(next))
          visit(next, inside || (node.type === 'JSXElement' && next.type === 'JSXExpressionContainer'))
      }
    }
    if (node.type === 'ConditionalExpression' && isNode(node['test'])) visit(node['test'], false)
  }
  const tree: Module = parseSync(source, { syntax: 'typescript', tsx, target: 'es2022' })
  for (const statement of tree.body) visit(statement as unknown as Node, false)
  return texts
}

test('finds text in elements, in what names them, and in messages', () => {
  const source = `const a = <p aria-label="A label" className="not seen">Some text {b ? 'One thing' : 'Two things'}</p>
    showToast({ text: 'It was saved.' }); throw new Error('Only for the console.')`
  expect(found(source, true)).toEqual(['A label', 'Some text', 'One thing', 'Two things', 'It was saved.'])
})

test('what people see stands in text files alone', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(400)
  const outside = Object.entries(sources).flatMap(([path, source]) =>
    found(source, path.endsWith('x')).map((text) => `${path}: ${text}`),
  )
  expect(outside).toEqual([])
})
