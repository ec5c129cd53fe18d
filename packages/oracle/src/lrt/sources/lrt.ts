import {
  type Abi,
  type Address,
  ContractFunctionZeroDataError,
  decodeFunctionResult,
  encodeFunctionData,
  multicall3Abi,
  type PublicClient,
  parseAbi,
  BaseError as ViemError,
} from 'viem'
import { multicall3 } from '../../multicall3.ts'
import { computeEthPriceUsd, computeLrtRate } from '../compute/lrtRate.ts'
import { EthPriceError, LrtContractsMissingError, LrtRateError } from '../lrtErrors.ts'
import type { LrtRate, LrtRates, SkippedLrt } from '../lrtRates.ts'
import type { LrtToken } from '../lrtToken.ts'

const block = {
  address: multicall3,
  abi: parseAbi([
    'function getBlockNumber() view returns (uint256)',
    'function getCurrentBlockTimestamp() view returns (uint256)',
  ]),
} as const

/** Chainlink's ETH/USD feed on Ethereum. */
const ethUsdFeed = {
  address: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
  abi: parseAbi([
    'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
    'function decimals() view returns (uint8)',
  ]),
} as const

type LrtReading = Pick<LrtRates, 'blockNumber' | 'rates' | 'skipped' | 'ethPriceUsd'>

type Call = {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args?: readonly unknown[]
}
type Outcome = { readonly success: boolean; readonly returnData: `0x${string}` }

/**
 * Reads all rates, ETH/USD, and the number and time of the block in one `eth_call` of Multicall3, so that everything
 * comes from the same block.
 * @throws {LrtContractsMissingError}
 * @throws {EthPriceError}
 * @throws {LrtRateError} no token has a rate
 */
export async function readLrt(client: PublicClient, tokens: readonly LrtToken[]): Promise<LrtReading> {
  const calls: readonly Call[] = [
    { ...block, functionName: 'getBlockNumber' },
    { ...block, functionName: 'getCurrentBlockTimestamp' },
    { ...ethUsdFeed, functionName: 'latestRoundData' },
    { ...ethUsdFeed, functionName: 'decimals' },
    ...tokens.map(({ rate }) => rate),
  ]
  const outcomes = await client
    .readContract({
      address: multicall3,
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [calls.map((call) => ({ target: call.address, allowFailure: true, callData: encodeFunctionData(call) }))],
    })
    .catch((cause) => {
      const isMissing = (error: unknown) => error instanceof ContractFunctionZeroDataError
      const missing = cause instanceof ViemError && cause.walk(isMissing) !== null
      throw missing ? new LrtContractsMissingError(multicall3, cause) : cause
    })
  const [blockNumber, blockTimestamp, round, decimals, ...answers] = calls.map((call, index) =>
    decodeOutcome(call, outcomes[index]),
  )
  if (round === undefined || decimals === undefined) throw new EthPriceError('it does not answer')
  const [, answer, , updatedAt] = round as readonly [bigint, bigint, bigint, bigint]

  const rates: { [symbol: string]: LrtRate } = {}
  const skipped: SkippedLrt[] = []
  for (const [index, token] of tokens.entries()) {
    const rateWei = answers[index]
    const rate =
      typeof rateWei === 'bigint'
        ? computeLrtRate(token, rateWei)
        : { token: token.symbol, reason: `${token.rate.address} does not answer ${token.rate.functionName}()` }
    if ('rate' in rate) rates[token.symbol] = rate
    else skipped.push(rate)
  }
  if (skipped.length === tokens.length) throw new LrtRateError(skipped)
  return {
    blockNumber: blockNumber as bigint,
    rates,
    skipped,
    ethPriceUsd: computeEthPriceUsd({
      answer,
      decimals: decimals as number,
      updatedAt,
      blockTimestamp: blockTimestamp as bigint,
    }),
  }
}

/** Decodes the result of a call. Returns undefined if the call reverted or the contract is missing. */
function decodeOutcome(call: Call, outcome: Outcome | undefined): unknown {
  if (!outcome?.success || outcome.returnData === '0x') return undefined
  try {
    return decodeFunctionResult({ ...call, data: outcome.returnData } as Parameters<typeof decodeFunctionResult>[0])
  } catch {
    return undefined
  }
}
