export const retentionClockText = {
  behind: (now: Date, days: number) =>
    `This computer's clock says ${now.toISOString().slice(0, 10)}, ${days} days before the server was last known to run. ` +
    'Set it by the network and start again: until then what the server dates has the wrong day.',
  ahead: (now: Date, days: number) =>
    `This computer's clock says ${now.toISOString().slice(0, 10)}, ${days} days after the server was last known to run. ` +
    'If that is wrong, set it by the network and start again. If it is right, there is nothing to do. Until the server has run ' +
    'for a while, it forgets nothing that is old.',
}
