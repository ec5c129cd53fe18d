import { EndpointError } from '../errors.ts'

/** The error that is the chain's own answer, if the failures of several endpoints amount to one. */
export function toVerdict(all: readonly EndpointError[]): EndpointError | undefined {
  // The last word of each.
  const failures = [...new Map(all.map((failure) => [failure.endpoint, failure])).values()]
  const answered = failures.find(({ kind }) => kind === 'answer')
  if (answered !== undefined) return answered
  if (failures.some(({ kind }) => kind === 'empty')) return undefined
  // Nobody is at fault and nobody knows better, or two say the same: then this is the answer.
  const blameless =
    failures.every(({ kind }) => kind === 'doubtful' || kind === 'unsupported') ||
    // Endpoints that cannot be reached have no say about which methods there are.
    failures.every(({ kind }) => kind === 'unsupported' || kind === 'unreachable' || kind === 'outOfService')
  const spoken = failures.filter(({ kind, answer }) => answer !== undefined && kind !== 'lagging')
  const agreed = spoken.find(({ message }, index) =>
    spoken.some((other, at) => at > index && other.message === message),
  )
  const said = agreed ?? (blameless ? spoken[0] : undefined)
  return said && new EndpointError(said.endpoint, 'answer', said.message, { answer: said.answer })
}
