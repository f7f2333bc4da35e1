import { escaped, inline, paragraphs } from './html.ts'
import type { Media, OpenApi, Operation, Parameter, Reference, Response } from './openapi.ts'
import { fieldsTable, typeOf, words } from './page-schema.ts'

const groupId = (name: string) => `group-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`

/** The document for a person to read: plain HTML, with its style and its search in files of their own. */
export function documentationPage(document: OpenApi): string {
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = document.tags.map(({ name, description }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name))
    const told = own.map(({ path, method, operation }) => callOf(path, method, operation, document)).join('')
    return `<section id="${groupId(name)}" data-group><h2>${escaped(name)}</h2><p>${inline(description)}</p>${told}</section>`
  })
  const outline = document.tags.map(({ name }) => `<li><a href="#${groupId(name)}">${escaped(name)}</a></li>`)
  const { title, summary, description } = document.info
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}: the calls</title>
<link rel="stylesheet" href="/documentation/page.css">
<script type="module" src="/documentation/search.js"></script>
</head>
<body>
<nav aria-label="Outline">
<a class="skip" href="#main">Skip the outline</a>
<label class="search">Search the calls<input id="search" type="search" autocomplete="off"></label>
<p id="found" class="found" role="status"></p>
<ul>${outline.join('')}</ul>
</nav>
<main id="main">
<h1>${escaped(title)}</h1>
<p class="quiet">${escaped(summary)} For machines: <a href="/documentation/json">the OpenAPI 3.1 document</a>.</p>
${paragraphs(description)}
${groups.join('\n')}
</main>
</body>
</html>
`
}

function callOf(path: string, method: string, operation: Operation, { components }: OpenApi): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  const parts = [
    paragraphs(description),
    parameters.length > 0 ? `<h4>Parameters</h4>${parametersTable(parameters)}` : '',
    ...(requestBody
      ? [`<h4>Body</h4>${requestBody.description === undefined ? '' : paragraphs(requestBody.description)}`]
      : []),
    ...Object.values(requestBody?.content ?? {}).map((media) => mediaOf(media, components.schemas)),
    ...Object.entries(responses).map(([status, response]) => answerOf(status, response, components)),
  ]
  return `<details id="${operationId}"><summary><span class="method">${method.toUpperCase()}</span><code>${escaped(path)}</code><h3>${escaped(summary)}</h3></summary><div class="body">${parts.join('')}</div></details>`
}

function parametersTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, schema, description = '' }) => {
    const said = [description, words(schema, required)].filter((part) => part !== '').join(' ')
    return `<tr><td><code>${escaped(name)}</code> <span class="quiet">${place}</span></td><td>${escaped(typeOf(schema))}</td><td>${inline(said)}</td></tr>`
  })
  return `<div class="wide" tabindex="0"><table><thead><tr><th>Name</th><th>Is</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function mediaOf({ schema, example }: Media, schemas: OpenApi['components']['schemas']): string {
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return `${fieldsTable(schema, schemas)}${example === undefined ? '' : `<pre tabindex="0">${escaped(text)}</pre>`}`
}

function answerOf(
  status: string,
  answer: Response | Reference,
  { responses, schemas }: OpenApi['components'],
) {
  if ('$ref' in answer) {
    const { description = '' } = responses[answer.$ref.slice('#/components/responses/'.length)] ?? {}
    return `<h4>${status}</h4>${paragraphs(description)}`
  }
  const headers = Object.entries(answer.headers ?? {}).map(
    ([name, header]) => `<p>Header <code>${escaped(name)}</code>: ${inline(header.description)}</p>`,
  )
  const content = Object.values(answer.content).map((media) => mediaOf(media, schemas))
  return `<h4>${status}</h4>${paragraphs(answer.description)}${headers.join('')}${content.join('')}`
}
