import { type Abi, parseAbi } from 'viem'
import { forms } from './priceForms.ts'

export const sourceAbi = parseAbi([
  'function latestAnswer() view returns (int256)',
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256, uint80)',
  'function price() view returns (uint256)',
  // EACAggregatorProxy
  'function aggregator() view returns (address)',
  'function phaseId() view returns (uint16)',
  // Aggregators
  'function latestConfigDetails() view returns (uint32, uint32, bytes32)',
  'function typeAndVersion() view returns (string)',
  // ERC-4626
  'function convertToAssets(uint256 shares) view returns (uint256)',
])

/** Every getter of the forms. Each returns one word. */
export const getters: readonly string[] = [
  ...new Set(forms.flatMap(({ feeds, numbers, marks = [] }) => [...feeds.flat(), ...numbers.flat(), ...marks])),
]

export const getterAbi: Abi = getters.map((name) => ({
  type: 'function',
  name,
  stateMutability: 'view',
  inputs: [],
  outputs: [{ type: 'int256', name: '' }],
}))
