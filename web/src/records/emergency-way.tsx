import { Siren } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import './emergency-way.css'
import { emergencyWayText as text } from './emergency-way-text.ts'

/** Over a sheet the bar cannot be pressed, and answering every question first takes too long: one press from each. */
export function EmergencyWay() {
  return (
    <Link to={paths.emergencyNow} className="emergency-way" aria-label={text.emergency}>
      <Siren aria-hidden />
      <span className="emergency-way-label">{text.emergency}</span>
    </Link>
  )
}
