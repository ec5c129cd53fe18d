/** "Method not found", its variant, and invalid parameters: what nodes answer that do not know a method or its overrides. */
const codes: readonly unknown[] = [-32601, -32004, -32602, -32600]
/** What nodes say, with some of these codes, that are behind the block. */
const missingBlock =
  /header not found|unknown block|block\S* (?:not found|out of range|is not available)|BlockOutOfRange/i

/** Whether a node does not know a method, rather than failing at it or being behind. */
export function isUnsupported(cause: unknown): boolean {
  const errors = toCauses(cause)
  return (
    errors.some((error) => 'code' in error && codes.includes(error.code)) &&
    !errors.some((error) => 'message' in error && missingBlock.test(String(error.message)))
  )
}

/** The answer of a node; null where it does not know the method. */
export async function unlessUnsupported<answer>(asked: Promise<answer>): Promise<answer | null> {
  return asked.catch((cause: unknown) => {
    if (isUnsupported(cause)) return null
    throw cause
  })
}

function toCauses(cause: unknown): readonly object[] {
  const causes: object[] = []
  for (let error = cause; typeof error === 'object' && error !== null; error = 'cause' in error ? error.cause : null)
    causes.push(error)
  return causes
}
