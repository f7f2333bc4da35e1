/** Why the server cannot start or go on, in words for whoever runs it; shown without a stack. */
export class CannotStart extends Error {}
