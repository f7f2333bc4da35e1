import { Compass, Lock } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { errorPage, notFoundPage, screens } from './shell-text.ts'

export function NoAccessPage() {
  return (
    <div className="page">
      <EmptyState title={errorPage.text} text={errorPage.ask} icon={<Lock />} />
    </div>
  )
}

export function NotFoundPage() {
  return (
    <div className="page not-found">
      <EmptyState title={screens.notFound} text={notFoundPage.text} icon={<Compass />} />
      <Link to={paths.home} className={buttonClass('primary')}>
        {notFoundPage.button}
      </Link>
    </div>
  )
}
