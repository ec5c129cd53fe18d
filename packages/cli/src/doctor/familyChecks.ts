import { type ChainProfile, EndpointError } from '@outrigger/core'
import {
  type Endpoint,
  type EndpointIdentity,
  familyProtocols,
  findNetworkOwner,
  identify,
} from '@outrigger/core/internal'
import { formatMs } from '../output/format.ts'
import { type Check, fail, ok, warn } from './finding.ts'
import { NoAnswerError } from './question.ts'

export type FamilyContext = {
  readonly endpoint: Endpoint
  readonly chain: ChainProfile
  /** Identity of every endpoint of the chain, requested at the same time. */
  readonly identities: ReadonlyMap<Endpoint, Promise<EndpointIdentity>>
}

const timeoutMs = 5_000

/** @throws {NoAnswerError} */
export async function askIdentity(endpoint: Endpoint, { family, name }: ChainProfile): Promise<EndpointIdentity> {
  if (family === 'evm') throw new NoAnswerError(`${name} is an EVM chain.`, 'Ask the endpoint for its chain id.')
  try {
    return await identify(endpoint, familyProtocols[family], AbortSignal.timeout(timeoutMs))
  } catch (error) {
    const message = error instanceof EndpointError ? error.message : `no answer in ${timeoutMs / 1000} s`
    throw new NoAnswerError(message, `It does not respond like a ${family} node: check address, network and key.`)
  }
}

const identityOf = ({ endpoint, chain, identities }: FamilyContext) =>
  identities.get(endpoint) ?? askIdentity(endpoint, chain)

/**
 * Checks of endpoints outside the EVM family, in the order of the table. The first checks whether the endpoint
 * responds.
 */
export const familyChecks: readonly Check<FamilyContext>[] = [
  {
    name: 'interface',
    otherwise: 'fail',
    async run(context) {
      const { interface: found } = await identityOf(context)
      return found === null
        ? warn('unknown', 'Its interface cannot be detected, so answers may be missing.')
        : ok(found)
    },
  },
  {
    name: 'network',
    async run(context) {
      const { network } = await identityOf(context)
      const { chain } = context
      if (network === chain.network) return ok('main')
      if (network === null) return warn('unknown', 'It does not report its network.')
      const owner = findNetworkOwner(network)
      return owner === undefined
        ? warn('test', `It is on network ${network}, a test network or a local one.`)
        : fail(owner.name, `It is on ${owner.name}: use an endpoint of ${chain.name}.`)
    },
  },
  {
    name: 'head',
    otherwise: 'fail',
    async run(context) {
      const { head } = await identityOf(context)
      const known = await Promise.allSettled(context.identities.values())
      const heads = known.flatMap((one) => (one.status === 'fulfilled' ? Number(one.value.head ?? 0) : []))
      if (head === null) return warn('unknown', 'It does not report its newest block, so a lag cannot be detected.')
      const lag = Math.max(...heads) - Number(head)
      // The allowance of a pool before it skips an endpoint: ten seconds of blocks, at least two.
      if (lag > Math.max(2, Math.ceil(10_000 / context.chain.blockTimeMs)))
        return fail(`${head} (-${lag})`, `It is ${lag} blocks behind the others: it is still syncing, or stuck.`)
      return ok(lag > 0 ? `${head} (-${lag})` : String(head))
    },
  },
  {
    name: 'latency',
    async run({ endpoint, chain }) {
      const startedAt = performance.now()
      await askIdentity(endpoint, chain)
      return ok(formatMs(performance.now() - startedAt))
    },
  },
]
