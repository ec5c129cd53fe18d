export function stampVerified(root: string): void
export function findObstacles(root: string): string[]
