import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { Guarded } from './guarded.tsx'
import { LeaveWatch } from './leave-watch.tsx'
import { NOT_FOUND, ROUTES } from './route-table.ts'
import { SCREENS } from './screens.tsx'
import { Shell } from './shell.tsx'

export function App() {
  return (
    // As transitions React would draw a screen in pieces of 5 ms, which takes a third longer until the doses are there.
    <BrowserRouter useTransitions={false}>
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
