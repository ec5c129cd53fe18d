import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { flashLoan, flashLoans as listedFlashLoans } from '../lendingFunctions.ts'

/** Flash loans at any address: ERC-3156, and other functions with unique selectors. */
export const flashLoans = defineProtocol({
  id: 'erc3156',
  name: 'Flash loans (ERC-3156 and others)',
  source: 'https://eips.ethereum.org/EIPS/eip-3156',
  contracts: [],
  atAnyAddress: defineFunctions({
    'flashLoan(address,address,uint256,bytes)': flashLoan({ receiver: 0, asset: 1, amount: 2 }),
    // Morpho and similar lenders put the token first.
    'flashLoan(address,uint256,bytes)': flashLoan({ asset: 0, amount: 1 }),
    // Balancer's form, at its forks: receiver, tokens, amounts.
    'flashLoan(address,address[],uint256[],bytes)': listedFlashLoans,
    // bZx: amount, borrower, target, signature, data; the iToken's own asset.
    'flashBorrow(uint256,address,address,string,bytes)': flashLoan({ receiver: 1, amount: 0 }),
  }),
})
