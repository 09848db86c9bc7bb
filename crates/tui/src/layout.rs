//! The layout of a game's screen. The view and the mouse both use it, so that a click hits what is drawn there.

use estopim_rules::{Color, File, Rank, Square};
use ratatui::layout::Rect;

/// The board on the screen. Characters are about twice as high as wide, so a square of `height` rows is
/// twice as many columns wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardArea {
    /// The left column of the squares.
    pub x: u16,
    /// The top row of the squares.
    pub y: u16,
    /// Rows of a square.
    pub height: u16,
    /// Who sits at the bottom.
    pub bottom: Color,
}

impl BoardArea {
    /// Columns of a square.
    pub const fn width(self) -> u16 {
        self.height * 2
    }

    /// All squares together.
    pub const fn area(self) -> Rect {
        Rect::new(self.x, self.y, self.width() * 8, self.height * 8)
    }

    /// Where a square is.
    pub fn square(self, square: Square) -> Rect {
        let (file, rank) = (square.file().index() as u16, square.rank().index() as u16);
        let (column, row) = match self.bottom {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        Rect::new(
            self.x + column * self.width(),
            self.y + row * self.height,
            self.width(),
            self.height,
        )
    }

    /// The square at a place of the screen.
    pub fn at(self, x: u16, y: u16) -> Option<Square> {
        let column = x.checked_sub(self.x)? / self.width();
        let row = y.checked_sub(self.y)? / self.height;
        if column > 7 || row > 7 {
            return None;
        }
        let (file, rank) = match self.bottom {
            Color::White => (column, 7 - row),
            Color::Black => (7 - column, row),
        };
        Some(Square::new(File::from_index(usize::from(file)), Rank::from_index(usize::from(rank))))
    }
}

/// The parts of the screen of a game. What has no room is left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayArea {
    /// The name and the ruleset.
    pub title: Option<Rect>,
    /// The board.
    pub board: BoardArea,
    /// Whether there is room for the names of files and ranks.
    pub labels: bool,
    /// The evaluation bar.
    pub bar: Option<Rect>,
    /// The player at the top, and the one at the bottom.
    pub players: Option<[Rect; 2]>,
    /// The list of moves.
    pub moves: Option<Rect>,
    /// The captured and exploded pieces.
    pub gone: Option<Rect>,
    /// What was said.
    pub messages: Option<Rect>,
    /// What is going on, and what is being typed.
    pub status: Option<Rect>,
    /// The most useful keys.
    pub keys: Option<Rect>,
}

/// Columns beside the board: the digits of the ranks, with padding.
const LABEL_COLUMNS: u16 = 3;
/// Rows around the board: two players and the letters of the files.
const AROUND_ROWS: u16 = 3;
/// Rows at the edges: the title above, status and keys below.
const EDGE_ROWS: u16 = 3;
/// A panel must be this wide to be read.
const PANEL_COLUMNS: u16 = 18;
/// A panel that has much room does not take more than this.
const PANEL_COLUMNS_MOST: u16 = 60;
/// The least height of panels under the board.
const PANEL_ROWS: u16 = 5;
/// The smallest board: squares of one row, without anything around.
const LEAST: (u16, u16) = (16, 9);

/// Whether the evaluation bar is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Bar {
    Shown,
    Hidden,
}

impl PlayArea {
    /// The layout of a screen; `None` if not even the board has room.
    pub fn new(screen: Rect, bottom: Color, bar: Bar) -> Option<Self> {
        if screen.width < LEAST.0 || screen.height < LEAST.1 {
            return None;
        }
        let bar_columns = if bar == Bar::Shown { 2 } else { 0 };
        let fixed = LABEL_COLUMNS + 1 + bar_columns;
        let by_rows = screen.height.saturating_sub(AROUND_ROWS + EDGE_ROWS) / 8;
        let beside = by_rows.min(screen.width.saturating_sub(fixed + PANEL_COLUMNS + 1) / 16);
        let under_rows = screen.height.saturating_sub(AROUND_ROWS + EDGE_ROWS + PANEL_ROWS) / 8;
        let under = under_rows.min(screen.width.saturating_sub(fixed) / 16);
        let alone = by_rows.min(screen.width.saturating_sub(fixed) / 16);
        if beside > 0 && beside >= under {
            Some(Self::with_panels_beside(screen, bottom, bar_columns, beside))
        } else if under > 0 {
            Some(Self::stacked(screen, bottom, bar_columns, under))
        } else if alone > 0 {
            Some(Self::stacked(screen, bottom, bar_columns, alone))
        } else {
            Some(Self::bare(screen, bottom))
        }
    }

    fn with_panels_beside(screen: Rect, bottom: Color, bar_columns: u16, height: u16) -> Self {
        let board_columns = LABEL_COLUMNS + height * 16 + bar_columns + 1;
        let panel_columns = (screen.width - board_columns - 1).min(PANEL_COLUMNS_MOST);
        // What is left over is shared between both sides.
        let left = (screen.width - board_columns - 1 - panel_columns) / 2;
        let mut area = Self::around(screen, bottom, bar_columns, height, left, screen.height);
        let panel = Rect::new(
            screen.x + left + board_columns + 1,
            screen.y + 1,
            panel_columns,
            screen.height - EDGE_ROWS,
        );
        area.panels(panel);
        area
    }

    fn stacked(screen: Rect, bottom: Color, bar_columns: u16, height: u16) -> Self {
        let board_columns = LABEL_COLUMNS + height * 16 + bar_columns;
        let left = screen.width.saturating_sub(board_columns) / 2;
        let used = height * 8 + AROUND_ROWS + EDGE_ROWS;
        let under = screen.height - used;
        let mut area = Self::around(screen, bottom, bar_columns, height, left, used);
        if under >= PANEL_ROWS {
            let top = screen.y + used - 2;
            area.panels(Rect::new(screen.x, top, screen.width, under));
        }
        area
    }

    /// The board with its players, the title above and the status below. The board is in the middle of
    /// the first `rows` rows.
    fn around(
        screen: Rect,
        bottom: Color,
        bar_columns: u16,
        height: u16,
        left: u16,
        rows: u16,
    ) -> Self {
        let spare = rows - EDGE_ROWS - AROUND_ROWS - height * 8;
        let x = screen.x + left + LABEL_COLUMNS;
        let y = screen.y + 1 + spare / 2 + 1;
        let board = BoardArea { x, y, height, bottom };
        let player = |row: u16| Rect::new(x, row, height * 16, 1);
        let line =
            |from_bottom: u16| Rect::new(screen.x, screen.bottom() - from_bottom, screen.width, 1);
        Self {
            title: Some(Rect::new(screen.x, screen.y, screen.width, 1)),
            board,
            labels: true,
            bar: (bar_columns > 0).then(|| Rect::new(board.area().right() + 1, y, 1, height * 8)),
            players: Some([player(y - 1), player(board.area().bottom() + 1)]),
            moves: None,
            gone: None,
            messages: None,
            status: Some(line(2)),
            keys: Some(line(1)),
        }
    }

    /// Shares a panel between moves, pieces that are gone, and messages.
    fn panels(&mut self, panel: Rect) {
        // Under a board there is width but little height: side by side then.
        if panel.height < 10 {
            let moves = panel.width / 2;
            self.moves = Some(Rect { width: moves, ..panel });
            self.messages = Some(Rect { x: panel.x + moves, width: panel.width - moves, ..panel });
            return;
        }
        let gone = 4;
        let messages = ((panel.height - gone) / 2).clamp(4, 12);
        let moves = panel.height - gone - messages;
        self.moves = Some(Rect { height: moves, ..panel });
        self.gone = Some(Rect { y: panel.y + moves, height: gone, ..panel });
        self.messages = Some(Rect { y: panel.y + moves + gone, height: messages, ..panel });
    }

    /// Only the board, and a line about what is going on.
    fn bare(screen: Rect, bottom: Color) -> Self {
        let x = screen.x + (screen.width - 16) / 2;
        let board = BoardArea { x, y: screen.y, height: 1, bottom };
        Self {
            title: None,
            board,
            labels: false,
            bar: None,
            players: None,
            moves: None,
            gone: None,
            messages: None,
            status: Some(Rect::new(screen.x, screen.y + 8, screen.width, 1)),
            keys: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(80, 24, 2)]
    #[case(120, 40, 4)]
    #[case(40, 15, 1)]
    #[case(200, 60, 6)]
    #[case(40, 40, 2)]
    #[case(20, 14, 1)]
    #[case(16, 9, 1)]
    fn squares_are_as_large_as_fits(#[case] width: u16, #[case] height: u16, #[case] rows: u16) {
        let screen = Rect::new(0, 0, width, height);
        let area = PlayArea::new(screen, Color::White, Bar::Hidden).expect("the board has room");
        assert_eq!(area.board.height, rows);
    }

    #[test]
    fn nothing_ever_lies_outside_the_screen_or_on_the_board() {
        for width in 0..140 {
            for height in 0..60 {
                for bar in [Bar::Shown, Bar::Hidden] {
                    let screen = Rect::new(0, 0, width, height);
                    let Some(area) = PlayArea::new(screen, Color::White, bar) else { continue };
                    let board = area.board.area();
                    let parts = [area.title, area.bar, area.moves, area.gone, area.messages];
                    let parts = parts.into_iter().chain([area.status, area.keys]).flatten();
                    for part in parts.chain(area.players.into_iter().flatten()) {
                        assert_eq!(part.intersection(screen), part, "{screen} {area:?}");
                        assert!(part.intersection(board).is_empty(), "{screen} {area:?}");
                    }
                    assert_eq!(board.intersection(screen), board, "{screen} {area:?}");
                }
            }
        }
    }

    #[test]
    fn a_click_on_a_square_means_that_square() {
        for bottom in Color::ALL {
            let board = BoardArea { x: 3, y: 2, height: 2, bottom };
            for square in Square::ALL {
                let place = board.square(square);
                assert_eq!(board.at(place.x, place.y), Some(square));
                assert_eq!(board.at(place.right() - 1, place.bottom() - 1), Some(square));
            }
            assert_eq!(board.at(2, 2), None);
            assert_eq!(board.at(3, board.area().bottom()), None);
        }
    }
}
