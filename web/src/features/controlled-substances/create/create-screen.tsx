import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useStore } from 'zustand'
import { session as signedIn } from '../../../data/people/session.ts'
import { balanceStartIn, paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { tableIn } from './create-flow.ts'
import { CreateModals } from './create-modals.tsx'
import { createText as text } from './create-text.ts'
import '../../../ui/picker.css'
import './create.css'
import { SavedStep } from './saved-step.tsx'
import { TableContext, useTable } from './session-context.ts'
import { TableActions } from './table-actions.tsx'
import { tableDesk, type DeskUser } from './table-desk.ts'
import { TableHead } from './table-head.tsx'
import { TableNotices } from './table-notices.tsx'
import { TableTools } from './table-tools.tsx'
import { TableView } from './table-view.tsx'

/** New Controlled Substance Balance Sheet (`spec 2 §2`). The address names the open table, so that a reload goes on with it. */
export function CreateBalanceScreen() {
  const user = useStore(signedIn, ({ user: profile }) => profile)
  return user === null ? null : <OpenTable key={user._id} user={user} />
}

function OpenTable({ user }: { user: DeskUser }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [desk] = useState(() => tableDesk(user))
  const [first] = useState(() => search.get('table'))
  const { state: from } = useLocation()
  const [wanted] = useState(() => balanceStartIn(from))
  const opened = useStore(desk.store, (state) => state.opened)
  const draftId = useStore(desk.store, (state) => state.draftId)
  useEffect(() => {
    void desk.open(first, wanted)
    return () => desk.close()
  }, [desk, first, wanted])
  useEffect(() => {
    if (draftId !== undefined) void navigate(paths.balanceTable(draftId), { replace: true })
  }, [draftId, navigate])

  const toList = () => void navigate(paths.controlledSubstances, { replace: true })
  const goOn = (id: string) => void desk.open(id)
  if (opened === null) return null
  if (opened.kind !== 'open') {
    const [title, said] =
      opened.kind === 'taken' ? [text.takenTitle, text.takenText] : [text.newerAppTitle, text.newerAppText]
    return <EmptyState title={title} text={said} action={{ label: text.backToList, onPress: toList }} />
  }
  return (
    <TableContext value={opened.session}>
      <div className="create-screen fills-screen">
        <TableNotices onOpen={goOn} />
        <Table />
      </div>
      <Over user={user} onClose={toList} onContinue={goOn} />
    </TableContext>
  )
}

function Table() {
  const open = useTable(({ flow }) => flow.open)
  const table = tableIn(open)
  if (open.substance === null || table === null) return null
  return (
    <>
      <TableHead substance={open.substance} table={table} />
      <TableTools table={table} />
      <TableView table={table} drug={open.substance.drug_name} />
      <TableActions table={table} />
    </>
  )
}

interface OverProps {
  user: DeskUser
  onClose: () => void
  onContinue: (id: string) => void
}

function Over({ user, onClose, onContinue }: OverProps) {
  const saved = useTable((state) => state.saved)
  const table = useTable(({ flow }) => tableIn(flow.open))
  if (saved !== null) {
    const open = table === null ? [] : [...table.others, table.bottle]
    return <SavedStep saved={saved} open={open} onClose={onClose} />
  }
  return <CreateModals user={user} onClose={onClose} onContinue={onContinue} />
}
