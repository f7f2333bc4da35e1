import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { updateOp } from 'sync-protocol/merge/update-op'
import type { ContentFault } from 'sync-protocol/merge/content-fault'
import { sameJson } from 'sync-protocol/records/json'
import type { JsonObject } from 'sync-protocol/records/json'
import type { Op } from 'sync-protocol/records/mutation'
import { mayChange } from 'sync-protocol/rules/permissions'
import { tellOfFailure } from '../../../data/outbox/failure-log.ts'
import { keepForm, keptForm, saveForm } from '../../../data/drafts/kept-forms.ts'
import type { KeptForm } from '../../../data/drafts/kept-forms.ts'
import { getRecord } from '../../../data/view/records.ts'
import type { Intent } from '../../../data/outbox/save.ts'
import { formText } from '../../../records/form-text.ts'
import { useReopen } from '../../../records/use-asked-form.ts'
import { useOpenForm, type OpenForm } from '../../../records/use-open-form.ts'
import { usePerson } from '../../../records/use-person.ts'
import { decidedText } from '../../../ui/decided-text.ts'
import { announce } from '../../../ui/announcement.ts'
import { dismissToast, showToast } from '../../../ui/toast-queue.ts'
import { editorText as text } from './editor-text.ts'
import { readForm } from './form-kind.ts'
import type { FormKind } from './form-kind.ts'
import { meanwhileOf, type Meanwhile } from './meanwhile.ts'
import { idOfNew, type Opening } from './opening.ts'

/** What a text field of a form needs; spread it into `TextField` or `TextArea`. */
export interface BoundField {
  value: string
  onChange: (value: string) => void
  error: string | undefined
  readOnly: boolean
  name: string
}

export interface Editor<V extends object> extends Pick<
  OpenForm<V>,
  'values' | 'current' | 'phase' | 'kept' | 'decided'
> {
  /** Changes some fields; the message goes. */
  set(part: Partial<V>): void
  /** The same for what depends on what is there; the same function as long as the form is open. */
  edit: (change: (values: V) => V) => void
  fault: ContentFault | null
  /** The message at this field, if it is the one that is wrong. */
  errorAt(path: string): string | undefined
  /** Binds a text field to the form. */
  text(field: keyof V & string): BoundField
  readOnly: boolean
  /** What others did to the record since the form was opened; null for nothing. */
  meanwhile: Meanwhile | null
  /** It goes on with what was typed before. */
  continued: KeptForm | undefined
  startOver(): void
  save(): void
  close(): void
  opening: Opening
  form: FormKind<V>
}

interface EditorOptions<V extends object> {
  form: FormKind<V>
  opening: Opening
  /** Takes the editor away. */
  onClose: () => void
  /** Told of what was saved, before the editor goes. */
  onSaved?: (content: JsonObject) => void
}

/** The intent that saves this content; null when nothing differs from what the person saw. */
function intentOf(form: FormKind<never>, { _id, seen }: Opening, content: JsonObject): Intent | null {
  const { collection, subject } = form.kind
  if (seen === undefined) {
    const op: Op = { op: 'create', collection, _id, content }
    return { action: `${subject}.create`, ops: [op] }
  }
  const op = updateOp(collection, { _id, version: seen.version, content: seen.content }, content)
  return op && { action: `${subject}.update`, ops: [op] }
}

/** What was typed before, else what a refused change wanted, else the record. */
function valuesOf<V extends object>(form: FormKind<V>, { kept, species }: Opening, initial: V): V {
  const wanted = kept?.intended === undefined ? initial : form.valuesOf(kept.intended, species)
  return { ...wanted, ...(kept?.values as Partial<V> | undefined) }
}

/** By record: what says that a form of it was closed without saving. */
const givenUp = new Map<string, number>()

/** The state of one open form: what is typed, what is wrong, saving, and keeping what is not saved. */
export function useEditor<V extends object>({
  form,
  opening,
  onClose,
  onSaved,
}: EditorOptions<V>): Editor<V> {
  const { kind } = form
  const { species, seen, start, mode, _id } = opening
  const refused = opening.kept?.refused
  const restores = opening.kept?.restores
  const name = {
    collection: kind.collection,
    _id,
    ...(refused !== undefined && { refused }),
    ...(restores && { restores }),
  }
  const person = usePerson()
  const reopen = useReopen()
  const since = useLiveQuery(() => meanwhileOf(kind.collection, opening), [kind, opening]) ?? null
  const meanwhile = restores && since?.what === 'deleted' ? null : since

  const initial = useMemo(() => form.valuesOf(seen?.content ?? start, species), [form, seen, start, species])
  const [continued, setContinued] = useState(opening.kept)
  const [fault, setFault] = useState<ContentFault | null>(null)
  const open = useOpenForm({
    opened: () => valuesOf(form, opening, initial),
    name: () => name,
    refused,
  })
  const { values, current, phase, isBusy } = open
  const decided = open.decided !== null

  const asKept = (typed: V) => ({
    ...name,
    mode,
    species,
    ...(seen !== undefined && { seen }),
    ...(start !== undefined && { start }),
    ...(opening.kept?.contested && { contested: true as const }),
    values: typed,
    name: form.nameOf(typed),
  })
  const may = { user_id: person._id, perms: person.org_perms }
  const readOnly =
    seen !== undefined &&
    !mayChange(may, { collection: kind.collection, content: null, meta: { author_id: seen.author_id } })

  const apply = useRef<(change: (now: V) => V) => void>(() => undefined)
  useLayoutEffect(() => {
    apply.current = (change) => {
      if (readOnly || isBusy()) return
      const next = change(current())
      if (next === current()) return
      setFault(null)
      open.change(next, sameJson(next, initial) ? null : asKept(next))
    }
  })
  const edit = useCallback((change: (now: V) => V) => apply.current(change), [])
  const set = (part: Partial<V>) => edit((now) => ({ ...now, ...part }))

  /** Gives what is saved; null where that is nothing. */
  const store = async (content: JsonObject): Promise<Intent | null> => {
    const asNew = async () => idOfNew(opening, await getRecord(kind.collection, _id), content)
    const saved = seen === undefined ? { ...opening, _id: await asNew() } : opening
    const intent = intentOf(form as FormKind<never>, saved, content)
    await saveForm(name, intent, decided)
    return intent
  }
  const saySaved = (intent: Intent | null) => {
    if (intent !== null) announce(text.saved(form.nameOf(current())))
    else if (decided && restores) showToast({ text: decidedText.staysDeleted, kind: 'attention' })
  }

  const save = () => {
    if (readOnly || isBusy()) return
    const read = readForm(form, current(), species, seen)
    if ('fault' in read) return setFault(read.fault)
    const onFailure = () => tellOfFailure(`${kind.subject}.save_failed`, form.nameOf(current()))
    open.save(
      {
        store: () => store(read.content),
        afterwards: (intent) => [
          () => saySaved(intent),
          // What was given up before is over: its UNDO would bring back an answer to what is answered.
          () => dismissToast(givenUp.get(_id) ?? -1),
          () => onSaved?.(read.content),
          onClose,
        ],
      },
      onFailure,
    )
  }

  const close = () => {
    if (isBusy()) return
    onClose()
    // Nobody can save it now, so nobody gives it up by looking at it; what was refused stays in Needs attention anyway.
    if (readOnly && refused === undefined) return
    const left = asKept(values)
    const gone = open.giveUp()
    const again = async () => {
      try {
        // The same form may be open again by now; what is typed into it is not replaced.
        if ((await keptForm(left)) !== undefined) showToast({ text: text.typedSince, kind: 'attention' })
        else reopen(await keepForm(left))
      } catch (error) {
        console.error(error)
        showToast({ text: formText.notReopened, kind: 'harm' })
      }
    }
    const sayDiscarded = async () => {
      await gone
      givenUp.set(_id, showToast({ text: formText.discarded, undo: () => void again() }))
    }
    if (!readOnly && !sameJson(values, initial)) void sayDiscarded()
  }

  return {
    values,
    set,
    edit,
    current,
    fault,
    errorAt: (path) => (fault?.field === path ? fault.message : undefined),
    text: (field) => ({
      value: typeof values[field] === 'string' ? values[field] : '',
      onChange: (value) => edit((now) => ({ ...now, [field]: value })),
      error: fault?.field === field ? fault.message : undefined,
      readOnly,
      name: field,
    }),
    readOnly,
    meanwhile: phase === 'saving' ? null : meanwhile,
    decided: open.decided,
    phase,
    kept: open.kept,
    continued,
    startOver: () => {
      setContinued(undefined)
      setFault(null)
      open.change(initial, null)
    },
    save,
    close,
    opening,
    form,
  }
}
