import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { nameIn } from 'sync-protocol/records/kinds'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { libraryText } from '../list/library-text.ts'
import { FormNotices } from '../../../records/form-notices.tsx'
import { formText } from '../../../records/form-text.ts'
import { usePerson } from '../../../records/use-person.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { editorText as text } from './editor-text.ts'
import './editor.css'
import type { Meanwhile } from './meanwhile.ts'
import type { Editor } from './use-editor.ts'

interface EditorFrameProps<V extends object> {
  editor: Editor<V>
  /** In place of 'New Canine Injection', 'Edit Cerenia (Canine)', 'View Cerenia (Canine)'. */
  title?: string
  size?: 'normal' | 'wide' | 'tall'
  /** At the left end of the buttons. */
  footStart?: ReactNode
  children: ReactNode
}

/** A phone, but not one whose letters are twice as large: labels find room inside the boxes of a form. */
const LABELS_INSIDE = '(min-width: 20rem) and (max-width: 40rem)'

/** The modal around the fields of a library record: its title, its buttons, and what there is to say about the form. */
export function EditorFrame<V extends object>(props: EditorFrameProps<V>) {
  const { editor, title, size, footStart, children } = props
  const fields = useRef<HTMLDivElement>(null)
  const { fault, phase, readOnly } = editor
  const labelsInside = useMedia(LABELS_INSIDE)
  useEffect(() => {
    if (fault?.field === undefined) return
    // A choice of a few is a button, which has no name.
    const name = CSS.escape(fault.field)
    fields.current?.querySelector<HTMLElement>(`[name="${name}"], [data-field="${name}"] button`)?.focus()
  }, [fault])

  const buttons = readOnly ? (
    <Button kind="primary" onClick={editor.close}>
      {text.close}
    </Button>
  ) : (
    <>
      <Button onClick={editor.close} disabled={phase === 'saving'}>
        {formText.cancel}
      </Button>
      <Button kind="primary" onClick={editor.save} busy={phase === 'saving' && formText.saving}>
        {formText.save}
      </Button>
    </>
  )
  return (
    <Modal
      title={title ?? titleOf(editor)}
      onClose={editor.close}
      size={size ?? 'normal'}
      footer={
        <>
          {footStart}
          {buttons}
        </>
      }
    >
      <div className={labelsInside ? 'stack editor labels-inside' : 'stack editor'} ref={fields}>
        <Notices editor={editor} />
        {children}
      </div>
    </Modal>
  )
}

function titleOf<V extends object>({ opening, readOnly, form }: Editor<V>): string {
  const { mode, seen, species } = opening
  const words = text.titles[readOnly ? 'view' : mode]
  return words(libraryText.speciesNames[species], form.kind.one, nameIn(form.kind.collection, seen?.content))
}

function titleOfMeanwhile({ what, by, at }: Meanwhile, timeZone: string): string {
  const words = text.meanwhile[what]
  return by === undefined || at === undefined ? words.unnamed : words.by(by, formatDateTime(at, timeZone))
}

function Notices<V extends object>({ editor }: { editor: Editor<V> }) {
  const { time_zone } = usePerson()
  const { continued, meanwhile, readOnly, fault, form } = editor
  return (
    <>
      <FormNotices
        form={editor}
        failed={text.notSavedText}
        onRetry={editor.save}
        readOnly={readOnly}
        continued={continued}
        refused={({ restores, contested }) =>
          restores ? text.restores : contested ? text.contested : formText.refused
        }
        onStartOver={editor.startOver}
      >
        {meanwhile?.what === 'changed' && (
          <Banner kind="info" title={titleOfMeanwhile(meanwhile, time_zone)}>
            {readOnly ? text.changedView : text.changedText}
          </Banner>
        )}
        {meanwhile?.what === 'deleted' && (
          <Banner kind="attention" title={titleOfMeanwhile(meanwhile, time_zone)}>
            {!readOnly && text.goneText}
          </Banner>
        )}
      </FormNotices>
      {continued !== undefined && readOnly && (
        <Banner kind="attention" title={text.mayNot}>
          {text.mayNotText}
        </Banner>
      )}
      {fault !== null && !isShown(fault.field, editor, form) && (
        <Banner kind="attention">{fault.message}</Banner>
      )}
    </>
  )
}

/** A message whose field is not among the form's own stands above the fields. */
const isShown = <V extends object>(
  field: string | undefined,
  { values }: Editor<V>,
  { ownsField }: Editor<V>['form'],
) => field !== undefined && (ownsField?.(field) ?? field in values)
