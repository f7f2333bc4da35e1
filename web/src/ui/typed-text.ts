/** Characters that nobody types and none shows: they turn round the text after them, numbers too, to the end of its line. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g

/** What was typed or pasted into a field, without what would make the numbers beside it read backwards. */
export const typedText = (text: string): string => text.replace(TURNING, '')
