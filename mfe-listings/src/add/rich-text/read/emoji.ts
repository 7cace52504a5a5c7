/** Returns the emoji that an image stands for, as mail and chat programs paste them, or ''. */
export function emojiOf(alt: string | undefined): string {
  return alt !== undefined && EMOJI.test(alt) ? alt : ''
}

const EMOJI = /^[#*\d]\ufe0f?\u20e3$|^(?=\P{ASCII})[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u
