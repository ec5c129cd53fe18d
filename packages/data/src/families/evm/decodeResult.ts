import {
  type Abi,
  decodeFunctionResult,
  erc20Abi,
  erc721Abi,
  erc4626Abi,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem'

/** View functions that many contracts share. */
const common = parseAbi([
  'function name() view returns (string)',
  'function owner() view returns (address)',
  'function latestAnswer() view returns (int256)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast)',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function fee() view returns (uint24)',
  'function liquidity() view returns (uint128)',
])
const views = ([common, erc20Abi, erc721Abi, erc4626Abi] as readonly Abi[])
  .flat()
  .flatMap((item) => (item.type === 'function' && item.outputs.length > 0 ? [item] : []))
const bySelector = new Map([...views].reverse().map((item) => [toFunctionSelector(item), item]))

/**
 * Returns the result of a call as text. For functions that many contracts share (ERC-20, ERC-721, ERC-4626,
 * Chainlink, Uniswap) it uses the function's ABI and separates several outputs by commas. For other functions a
 * single word is returned as an unsigned integer, and any other result as the empty string.
 *
 * @example decodeResult('0x313ce567', '0x…06') // '6'
 */
export function decodeResult(data: Hex, result: Hex): string {
  const item = bySelector.get(data.slice(0, 10).toLowerCase() as Hex)
  if (item !== undefined)
    try {
      const decoded = decodeFunctionResult({ abi: [item], functionName: item.name, data: result }) as unknown
      return Array.isArray(decoded) ? decoded.join(', ') : String(decoded)
    } catch {
      // Another function with the same selector, or a contract with another result type (a name as bytes32).
    }
  return result.length === 66 ? BigInt(result).toString() : ''
}
