import { EndpointError, type FailureKind, type RpcAnswer } from '../errors.ts'

/** Returns the error that is the chain's own answer, if the failures of several endpoints show one. */
export function toVerdict(method: string, all: readonly EndpointError[]): EndpointError | undefined {
  const failures = toLast(all)
  const answered = failures.find(({ kind }) => kind === 'answer')
  if (answered !== undefined) return answered
  if (failures.some(({ kind }) => kind === 'empty')) return undefined
  // The same error from two endpoints is the answer. So is the first error if no failure is the fault of an endpoint.
  const isBlameless =
    failures.every(({ kind }) => kind === 'unclear' || kind === 'doubtful' || kind === 'unsupported') ||
    failures.every(({ kind }) => kind === 'unsupported' || neverReached.has(kind))
  const withAnswer = failures.filter(({ kind, answer }) => answer !== undefined && !isAboutEndpoint(kind))
  // An error that blames the request is the answer if no other endpoint contradicts it.
  const unclear = withAnswer.find(({ kind }) => kind === 'unclear')
  const said = findAgreed(withAnswer) ?? (isBlameless ? withAnswer[0] : unclear)
  if (said === undefined) return undefined
  const answer = said.kind === 'unsupported' ? toMissingMethod(method, said) : said.answer
  return new EndpointError(said.endpoint, 'answer', said.message, { answer })
}

/** Failures before a node received the request. They do not show which methods the node has. */
const neverReached = new Set<FailureKind>(['unreachable', 'denied', 'outOfService'])

/** Returns whether two endpoints reject the request with the same words. Then no other endpoint needs to be called. */
export function isSettled(all: readonly EndpointError[]): boolean {
  return findAgreed(toLast(all).filter(({ kind }) => kind === 'unclear')) !== undefined
}

/** Returns the last failure of each endpoint. */
function toLast(all: readonly EndpointError[]): readonly EndpointError[] {
  return [...new Map(all.map((failure) => [failure.endpoint, failure])).values()]
}

function findAgreed(failures: readonly EndpointError[]): EndpointError | undefined {
  return failures.find((one, index) => failures.slice(index + 1).some((other) => toGist(other) === toGist(one)))
}

/** Returns whether a failure concerns only the endpoint, not the request. */
const isAboutEndpoint = (kind: FailureKind) => kind === 'lagging' || kind === 'rateLimited' || neverReached.has(kind)

/** Returns the message without numbers, ids and letter case, which differ between nodes that report the same error. */
const toGist = ({ message }: EndpointError) => message.toLowerCase().replace(/0x[\da-f]*|[\d,.]+/g, '#')

/**
 * Returns the error for a missing method. viem, ethers and wallets switch to another method only for this code and
 * these words.
 */
function toMissingMethod(method: string, { answer }: EndpointError): unknown {
  const said = answer as Partial<RpcAnswer> | undefined
  if (typeof said?.code !== 'number' || said.code === methodNotFound) return answer
  const message = `The method ${method} does not exist/is not available. The provider said: ${said.message}`
  return { code: methodNotFound, message, text: JSON.stringify({ code: methodNotFound, message }) }
}

const methodNotFound = -32601
