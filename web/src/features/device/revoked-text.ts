const changes = (n: number) => (n === 1 ? '1 change' : `${n} changes`)

export const revokedText = {
  title: (organization: string) =>
    organization === '' ? 'This tablet was revoked.' : `${organization} revoked this tablet.`,
  sending:
    'It sends what is not sent yet, which then waits for approval. After that, the organization’s records are removed from it.',
  held: (n: number) =>
    `${changes(n)} could not be sent so far. Nothing is removed until ${
      n === 1 ? 'it is' : 'they are'
    } sent, or you decide.`,
  list: 'Only on this tablet',
  ask: 'Whoever manages the organization can undo this under Tablets. Within a minute, people can then log in here again and send or discard what is waiting.',
  copy: 'SAVE A COPY',
  copied: 'Downloaded the copy',
  fileName: 'not sent',
  remove: 'REMOVE NOW',
  removeTitle: 'Remove the records from this tablet?',
  removeCopied: 'What could not be sent is then only in the copy you saved, and named in the action log.',
  removeLost: (n: number) =>
    `${changes(n)} that could not be sent ${n === 1 ? 'is' : 'are'} lost for good, and only named in the action log. You have not saved a copy.`,
  notRemoved: 'Nothing was removed: this tablet could not record it. Please try again.',
  by: (who: string, at: string) => (who === '' ? at : `${who}, ${at}`),
  removing: 'Removing the records…',
  demonstrationTitle: 'This demonstration is no longer on the server.',
  wiped:
    'Everything on it was sent, or a person discarded it. What was sent after it was revoked waits for approval. The records are removed from it.',
} as const
