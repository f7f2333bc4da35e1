import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { drawContent } from 'sync-protocol/records/draw'
import { recordMeta } from 'sync-protocol/records/envelope'
import { FORMS, id as recordId, type Form } from 'sync-protocol/records/fields'
import { sheetContent } from 'sync-protocol/records/sheet'
import { localDay } from 'sync-protocol/rules/local-day'
import { numberText } from 'sync-protocol/rules/number-input'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { checkSingleDraw, singleDrawOf } from 'sync-protocol/rules/single-draw-form'
import { quantityMessage, readQuantity } from 'sync-protocol/rules/typed-quantity'
import { nameMessage } from 'sync-protocol/rules/typed-name'
import { ProtocolError } from 'sync-protocol/wire/errors'
import * as z from 'zod'
import { payloadValidator } from '../payload-validator.ts'
import { sentName, sentText } from '../sent-text.ts'
import { speciesNamed, speciesPath } from '../species-path.ts'
import { versionSeen, writeCall, type WritingDependencies } from '../write-call.ts'
import { keyedHeaders, versionedHeaders } from '../write-headers.ts'
import { asStored } from '../list-replies.ts'
import { insertingDraw, voidingFacts } from './composing-facts.ts'
import { drawPage, drawQuery, drawsReply } from './draw-list.ts'
import type { LedgerReading } from './ledger-reading.ts'

const permission = PERMISSION.records
const tags = ['Controlled substances']
const typed = z
  .union([z.number(), z.string().max(50), z.null()])
  .transform((value) => (value === null ? '' : typeof value === 'number' ? numberText(value) : value))
  .meta({ description: 'A number, also as text.' })
const singleDraw = z.strictObject({
  patientName: sentName,
  patientId: sentText(sheetContent.shape.patient_id).nullish(),
  drugName: sentName,
  drugConcentration: typed.meta({ description: 'mg/ml' }),
  drugVolume: typed.meta({ description: 'ml, kept with 2 decimals.' }),
  drugForm: z
    .string()
    .optional()
    .meta({ description: 'INJECTION (when left out), TABLET, LIQUID or OTHER, in any case.' }),
  reason: sentName.meta({ description: "The procedure's name." }),
})
const drawRecord = z.object({
  _id: recordId,
  version: z.int().positive(),
  meta: recordMeta,
  content: drawContent,
})
const refuse = (field: string, message: string | null) => {
  if (message !== null) throw new ProtocolError('invalid', message, { field })
}
/** What the form calls its fields, as the payload calls them. */
const FIELD_OF = {
  procedure: 'reason',
  patient_name: 'patientName',
  patient_id: 'patientId',
  volume: 'drugVolume',
  form: 'drugForm',
} as const

function formNamed(named = 'INJECTION'): Form {
  const found = FORMS.find((form) => form === named.trim().toUpperCase())
  if (!found) throw new ProtocolError('invalid', 'Form is invalid.', { field: 'drugForm' })
  return found
}

/** The draw that was sent, checked in the order of the form's rules (`spec 2 §5`). */
function drawOf(sent: Partial<z.infer<typeof singleDraw>>, species: 0 | 1, day: string) {
  const form = {
    procedure: sent.reason ?? '',
    patient_name: sent.patientName ?? '',
    patient_id: sent.patientId ?? '',
    volume: sent.drugVolume ?? '',
    form: formNamed(sent.drugForm),
  }
  const problem = checkSingleDraw(form)
  if (problem) refuse(FIELD_OF[problem.field], problem.message)
  refuse('reason', nameMessage(form.procedure, 'Procedure'))
  const { drugName = '', drugConcentration = '' } = sent
  refuse('drugName', nameMessage(drugName, 'Drug name'))
  refuse('drugConcentration', quantityMessage(drugConcentration, 'Drug concentration'))
  const read = readQuantity(drugConcentration, 'Drug concentration')
  const concentration = read.fault === null ? read.value : 0
  return singleDrawOf(form, { drug_name: drugName, drug_concentration: concentration }, species, day)
}

/** Single draws: a volume of a controlled drug drawn for one patient (`spec 2 §7`). */
export function drawRoutes(
  scope: FastifyInstance,
  { reading, ...deps }: WritingDependencies & { reading: LedgerReading },
): void {
  const app = scope.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/single-draws/:species',
    {
      config: { permission },
      serializerCompiler: asStored,
      schema: {
        tags,
        summary: 'Search the single draws of a species',
        description:
          'One page of the single draws that were not deleted; those of saved sheets are not among them.',
        params: z.object({ species: speciesPath }),
        querystring: drawQuery,
        response: { 200: drawsReply },
      },
    },
    ({ speaker, params, query }) => {
      const species = speciesNamed(params.species)
      return drawPage(reading, speaker, query, (draws) =>
        draws.filter((draw) => !draw.voided && draw.sheet_id === '-' && draw.species === species),
      )
    },
  )

  app.post(
    '/single-draws/:species',
    {
      config: { permission, etag: true, refusals: ['conflict', 'limit', 'invalid'] },
      validatorCompiler: payloadValidator,
      schema: {
        tags,
        summary: 'Save a single draw',
        description:
          'A draw for one patient, on the clinic’s day of today. It is a fact: kept, and only voided.',
        params: z.object({ species: speciesPath }),
        headers: keyedHeaders,
        body: singleDraw,
        response: { 200: z.object({ success: z.literal(true), item: drawRecord }) },
      },
    },
    async (request, reply) => {
      const species = speciesNamed(request.params.species)
      return writeCall(deps, request, reply, (writing) =>
        insertingDraw(drawOf(request.body, species, localDay(writing.now, writing.time_zone)), writing),
      )
    },
  )

  app.delete(
    '/single-draws/:species/:id',
    {
      config: { permission, refusals: ['conflict'] },
      schema: {
        tags,
        summary: 'Delete a single draw',
        description:
          'The draw is voided and kept; balance sheets that cite it stay as they are. One that belongs to a saved sheet is ' +
          'deleted with it. Records of others need permission 2 as well.',
        params: z.object({ species: speciesPath, id: z.uuid().transform((id) => id.toLowerCase()) }),
        headers: versionedHeaders,
        response: { 200: z.object({ success: z.literal(true), deleted: z.int() }) },
      },
    },
    async (request, reply) => {
      const species = speciesNamed(request.params.species)
      const seen = versionSeen(request)
      return writeCall(deps, request, reply, (writing) =>
        voidingFacts(
          {
            collection: 'draws',
            ids: [request.params.id],
            seen,
            isMeant: ({ content }) => {
              const { sheet_id, sheet_data } = drawContent.parse(content)
              return sheet_id === '-' && sheet_data.species === species
            },
          },
          writing,
        ),
      )
    },
  )
}
