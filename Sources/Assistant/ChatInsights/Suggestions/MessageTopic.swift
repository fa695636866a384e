import SpotterAPI
import TextReading

/// What a message is about, by its words: for grouping, not for answering.
enum MessageTopic {
    static func topic(of spoken: SpokenText) -> ReminderSuggestion.Topic {
        let words = Set(spoken.words.map(\.word))
        let counted = topics.map { topic in (topic.0, count: words.intersection(topic.1).count) }
        // Of equally likely ones, the first in the list.
        let best = counted.reduce(into: (ReminderSuggestion.Topic.other, count: 0)) { best, next in
            if next.count > best.count { best = next }
        }
        return best.0
    }

    private static let topics: [(ReminderSuggestion.Topic, Set<String>)] = [
        (
            .health,
            words(
                """
                pain hurts hurt knee back shoulder ankle hip elbow wrist neck calf hamstring doctor physio injury injured blood
                pressure medication pills tablets surgery sick fever sleep dentist rodilla dolor medico
                """
            )
        ),
        (
            .payment,
            words(
                """
                pay paid payment invoice refund money transfer price bill fee receipt euros dollars pounds bank insurance pagar
                factura pago cuota
                """
            )
        ),
        (
            .documents,
            words(
                "form forms waiver contract certificate questionnaire passport sign signed document documents licence"
            )
        ),
        (
            .nutrition,
            words(
                """
                food eat eating meal meals diet calories macros protein breakfast lunch dinner recipe grocery diary snack
                creatine supplements comida comidas
                """
            )
        ),
        (
            .equipment,
            words(
                "band bands kettlebell dumbbell dumbbells shoes mat belt bike barbell watch towel bottle cones insoles zapatillas"
            )
        ),
        (
            .travel,
            words("flight flights hotel travel trip train airport camp holiday vacation tickets visa viaje vuelo")
        ),
        (
            .scheduling,
            words(
                "session slot appointment call meet meeting schedule reschedule book booked calendar cancel move cita"
            )
        ),
        (
            .training,
            words(
                """
                squat squats deadlift bench run running race plan programme program workout exercise exercises reps sets video
                film marathon 10k drill technique warm-up block training
                """
            )
        ),
    ]

    private static func words(_ text: String) -> Set<String> { WordList.words(text) }
}
