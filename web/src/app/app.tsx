import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { Guarded } from './guarded.tsx'
import { LeaveWatch } from './leave-watch.tsx'
import { NOT_FOUND, ROUTES } from './route-table.ts'
import { SCREENS } from './screens.tsx'
import { Shell } from './shell.tsx'

export function App() {
  return (
    <BrowserRouter>
      <LeaveWatch>
        <Routes>
          <Route element={<Shell />}>
            {[...ROUTES, NOT_FOUND].map((entry) => {
              const Screen = SCREENS[entry.name]
              return (
                <Route
                  key={entry.pattern}
                  path={entry.pattern}
                  element={
                    <Guarded key={entry.name} entry={entry}>
                      <Screen />
                    </Guarded>
                  }
                />
              )
            })}
          </Route>
        </Routes>
      </LeaveWatch>
    </BrowserRouter>
  )
}
