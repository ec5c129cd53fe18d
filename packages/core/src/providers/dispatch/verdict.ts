import { EndpointError } from '../errors.ts'

/** The error that is the chain's own answer, if the failures of several endpoints amount to one. */
export function toVerdict(all: readonly EndpointError[]): EndpointError | undefined {
  // The last failure of each endpoint.
  const failures = [...new Map(all.map((failure) => [failure.endpoint, failure])).values()]
  const answered = failures.find(({ kind }) => kind === 'answer')
  if (answered !== undefined) return answered
  if (failures.some(({ kind }) => kind === 'empty')) return undefined
  // The same error from two endpoints is the answer. So is the first error, if no failure is the fault of an endpoint.
  const blameless =
    failures.every(({ kind }) => kind === 'doubtful' || kind === 'unsupported') ||
    // An endpoint that cannot be reached says nothing about which methods there are.
    failures.every(({ kind }) => kind === 'unsupported' || kind === 'unreachable' || kind === 'outOfService')
  const withAnswer = failures.filter(({ kind, answer }) => answer !== undefined && kind !== 'lagging')
  const agreed = withAnswer.find(({ message }, index) =>
    withAnswer.some((other, at) => at > index && other.message === message),
  )
  const said = agreed ?? (blameless ? withAnswer[0] : undefined)
  return said && new EndpointError(said.endpoint, 'answer', said.message, { answer: said.answer })
}
