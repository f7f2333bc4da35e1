import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

type Schema = Record<string, unknown>
interface Media {
  schema: Schema
}
interface Parameter {
  in: 'path' | 'query' | 'header'
  name: string
  required?: boolean
  schema: Schema
}
interface Response {
  content?: Record<string, Media>
}
export interface Operation {
  summary: string
  description: string
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response | { $ref: string }>
}
export interface Found {
  operation: Operation
  /** The address with its values filled in. */
  path: string
}

const PARAMETER = /\{([^}]+)\}/g
const nameless = (path: string) => path.replace(PARAMETER, '{}')

/** An OpenAPI document as a client reads it: where a call is, what it takes, and whether an answer is what it promised. */
export class ApiDocument {
  private readonly paths: Record<string, Record<string, Operation>>
  private readonly components: { responses?: Record<string, Response> }
  private readonly checks = new Map<Schema, ValidateFunction>()
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true })

  constructor(document: unknown) {
    const { openapi, paths, components } = document as ApiDocument & { openapi: string }
    if (!openapi.startsWith('3.1.')) throw new Error(`This is OpenAPI ${openapi}.`)
    formats.default(this.ajv)
    this.paths = paths
    this.components = components
  }

  /** Every call, with something for each parameter of its address. */
  calls(): {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    shape: string
    values: string[]
    operation: Operation
  }[] {
    return Object.entries(this.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        method: method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'DELETE',
        shape: nameless(path),
        values: [...path.matchAll(PARAMETER)].map(() => 'x'),
        operation,
      })),
    )
  }

  /** The call at an address like `/drugs/{}/{}`, with these values in order. @throws Error when no such call is documented */
  find(method: string, shape: string, values: readonly string[]): Found {
    const [template, item] = Object.entries(this.paths).find(([path]) => nameless(path) === shape) ?? []
    const operation = item?.[method.toLowerCase()]
    if (template === undefined || !operation) throw new Error(`${method} ${shape} is not documented.`)
    const rest = [...values]
    const path = template.replace(PARAMETER, (_, name: string) => {
      const value = rest.shift() ?? ''
      if (!operation.parameters?.some((each) => each.in === 'path' && each.name === name)) {
        throw new Error(`${method} ${template} does not say what ${name} is.`)
      }
      return encodeURIComponent(value)
    })
    return { operation, path }
  }

  /** What is wrong with what shall be sent. */
  faultsOfRequest({ parameters = [] }: Operation, place: Parameter['in'], sent: Schema): string[] {
    const known = parameters.filter((each) => each.in === place)
    return [
      ...Object.entries(sent).flatMap(([name, value]) => {
        const parameter = known.find((each) => each.name === name)
        return parameter ? this.faults(parameter.schema, value) : [`There is no ${place} parameter ${name}.`]
      }),
      ...known.flatMap(({ name, required }) =>
        required && !(name in sent) && place !== 'path' ? [`${name} is missing.`] : [],
      ),
    ]
  }

  faultsOfBody({ requestBody }: Operation, body: unknown): string[] {
    if (!requestBody) return body === undefined ? [] : ['This call takes no body.']
    if (body === undefined) return requestBody.required ? ['This call needs a body.'] : []
    const schema = requestBody.content['application/json']?.schema
    return schema ? this.faults(schema, body) : ['This call takes no JSON.']
  }

  /** What an answer has that the document does not promise, or the other way about. */
  faultsOfAnswer(operation: Operation, status: number, type: string, body: unknown): string[] {
    const said = operation.responses[String(status)]
    if (!said) return [`The status ${status} is not documented.`]
    const response = '$ref' in said ? this.responseAt(said.$ref) : said
    const media = response.content?.[type.split(';')[0] ?? '']
    return media ? this.faults(media.schema, body) : [`${type} is not documented.`]
  }

  private responseAt(reference: string): Response {
    const found = this.components.responses?.[reference.replace('#/components/responses/', '')]
    if (!found) throw new Error(`${reference} leads nowhere.`)
    return found
  }

  private faults(schema: Schema, value: unknown): string[] {
    const check = this.checks.get(schema) ?? this.ajv.compile({ ...schema, components: this.components })
    this.checks.set(schema, check)
    if (check(value)) return []
    return (check.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`)
  }
}
