import { licensesText as text } from './licenses-text.ts'
import { useNotices } from './use-notices.ts'

export function LicensesTopic() {
  const notices = useNotices()
  return (
    <>
      <p>{text.own}</p>
      <p>{text.others}</p>
      {notices.state === 'there' ? (
        <div className="help-notices">{notices.text}</div>
      ) : (
        <p>{text[notices.state]}</p>
      )}
    </>
  )
}
