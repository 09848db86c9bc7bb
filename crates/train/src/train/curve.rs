//! The loss curve as a picture (SVG).

use std::fmt::Write as _;

use super::EpochLoss;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
/// Room for the numbers on the left and below.
const LEFT: f64 = 80.0;
const BELOW: f64 = 40.0;
const ABOVE: f64 = 40.0;
const RIGHT: f64 = 20.0;

/// One of the losses of an epoch.
type Loss = fn(&EpochLoss) -> f64;

/// Draws the losses of the epochs so far, training and validation, under a title.
pub(super) fn draw(title: &str, history: &[EpochLoss]) -> String {
    let losses = || history.iter().flat_map(|epoch| [epoch.training, epoch.validation]);
    let (low, high) = losses()
        .fold((f64::MAX, 0.0), |(low, high), loss| (f64::min(low, loss), f64::max(high, loss)));
    let low = low.min(high);
    let reach = if high > low { high - low } else { 1.0 };
    let across = |epoch: usize| {
        let last = history.len().saturating_sub(1).max(1) as f64;
        LEFT + (WIDTH - LEFT - RIGHT) * epoch as f64 / last
    };
    let down = |loss: f64| ABOVE + (HEIGHT - ABOVE - BELOW) * (high - loss) / reach;

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"22\">{}</text>\n",
        escaped(title)
    );
    for step in 0..=4 {
        let loss = low + reach * f64::from(step) / 4.0;
        let y = down(loss);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.5}</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            y + 4.0,
        );
    }
    for (number, epoch) in [1, history.len()].into_iter().enumerate() {
        let anchor = if number == 0 { "start" } else { "end" };
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">epoch {epoch}</text>",
            across(epoch.saturating_sub(1)),
            HEIGHT - 14.0,
        );
    }
    let lines: [(&str, &str, Loss); 2] = [
        ("training", "#2a78c2", |epoch| epoch.training),
        ("validation", "#d2552d", |epoch| epoch.validation),
    ];
    for (number, (name, color, loss)) in lines.into_iter().enumerate() {
        let points: Vec<String> = history
            .iter()
            .enumerate()
            .map(|(number, epoch)| format!("{:.1},{:.1}", across(number), down(loss(epoch))))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\" text-anchor=\"end\">{name}</text>",
            points.join(" "),
            WIDTH - RIGHT,
            ABOVE + 16.0 * (number + 1) as f64,
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_falls_where_the_loss_does() {
        let epoch = |training, validation| EpochLoss { training, validation };
        let svg = draw("a < b", &[epoch(0.2, 0.25), epoch(0.1, 0.15), epoch(0.05, 0.15)]);
        assert!(svg.contains("a &lt; b"), "{svg}");
        let line = svg.split("points=\"").nth(1).and_then(|rest| rest.split('"').next());
        let heights: Vec<f64> = line
            .expect("a line of training")
            .split(' ')
            .filter_map(|point| point.split_once(',')?.1.parse().ok())
            .collect();
        assert_eq!(heights.len(), 3);
        assert!(heights.is_sorted(), "down is greater: {heights:?}");
    }

    #[test]
    fn no_epoch_and_one_epoch_are_drawn_too() {
        for history in [&[][..], &[EpochLoss { training: 0.1, validation: 0.1 }]] {
            let svg = draw("", history);
            assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"));
        }
    }
}
