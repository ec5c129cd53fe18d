import { expect, it } from 'vitest'
import { type Branch, type BranchBlock, step } from './branch.ts'

const block = (number: number, hash: string, parentHash: string | null): BranchBlock => ({
  number: BigInt(number),
  hash,
  parentHash,
})
const play = (...blocks: readonly BranchBlock[]) => {
  let branch: Branch<BranchBlock> = []
  return blocks.map((one) => {
    const next = step(branch, one)
    branch = next.branch
    return `${next.outcome} ${next.block.hash}`
  })
}

it('a branch grows by what follows it, over skipped slots too', () => {
  expect(play(block(1, 'a', null), block(2, 'b', 'a'), block(5, 'c', 'b'))).toEqual(['added a', 'added b', 'added c'])
  expect(play(block(1, 'a', null), block(1, 'a', null))).toEqual(['added a', 'none a'])
})

it('what does not follow takes the last one away, one by one', () => {
  const [B, C] = [block(2, 'B', 'a'), block(3, 'C', 'B')]
  expect(play(block(1, 'a', null), block(2, 'b', 'a'), block(3, 'c', 'b'), C, B, B, C)).toEqual([
    ...['added a', 'added b', 'added c', 'removed c', 'removed b', 'added B', 'added C'],
  ])
})
