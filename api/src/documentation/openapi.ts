/** The parts of an OpenAPI 3.1 document that are made here. */
export type JsonSchema = Readonly<Record<string, unknown>>

export interface Example {
  summary?: string
  value: unknown
}
export interface Media {
  schema: JsonSchema
  example?: unknown
  examples?: Readonly<Record<string, Example>>
}
export interface Header {
  description: string
  schema: JsonSchema
}
export interface Response {
  description: string
  headers?: Readonly<Record<string, Header>>
  content: Readonly<Record<string, Media>>
}
/** An answer without a body. */
export type BareResponse = Omit<Response, 'content'>
export interface Reference {
  $ref: string
}
export interface Parameter {
  in: 'path' | 'query' | 'header'
  name: string
  required: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
}
export interface Operation {
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  security: readonly Readonly<Record<string, readonly string[]>>[]
  parameters?: readonly Parameter[]
  requestBody?: { required: boolean; description?: string; content: Readonly<Record<string, Media>> }
  responses: Readonly<Record<string, Response | Reference>>
}
export type Method = 'get' | 'post' | 'put' | 'delete'
export type PathItem = Partial<Record<Method, Operation>>

export interface OpenApi {
  openapi: string
  info: { title: string; version: string; summary: string; description: string }
  servers: readonly { url: string; description: string }[]
  tags: readonly { name: string; description: string }[]
  paths: Readonly<Record<string, PathItem>>
  components: {
    securitySchemes: Readonly<Record<string, JsonSchema>>
    schemas: Readonly<Record<string, JsonSchema>>
    responses: Readonly<Record<string, Response | BareResponse>>
  }
}
